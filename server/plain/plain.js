document.getElementById("main").append("…");
