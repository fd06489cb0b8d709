// The board at a moment as a picture: its elements with all styles, symbols and fonts that they use
// in one SVG file, which can also be painted as PNG.

async function asData(url: string): Promise<string> {
    const blob = await (await fetch(url)).blob();
    return new Promise((done) => {
        const reader = new FileReader();
        reader.onload = () => done(reader.result as string);
        reader.readAsDataURL(blob);
    });
}

/** All rules of the page, with fonts as data. */
async function styles(): Promise<string> {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    const texts = await Promise.all(
        rules.map(async (rule) => {
            const found = /url\("?([^")]+\.woff2)"?\)/.exec(rule.cssText);
            if (!(rule instanceof CSSFontFaceRule) || !found) return rule.cssText;
            return rule.cssText.replace(found[0], `url("${await asData(found[1]!)}")`);
        }),
    );
    return texts.join("\n");
}

/** The symbols that the board refers to, and those that they refer to. */
function symbolsOf(board: Element): string {
    const found = new Map<string, string>(),
        left = [board];
    for (let at = left.pop(); at; at = left.pop())
        for (const use of at.querySelectorAll("use")) {
            const id = use.getAttribute("href")?.slice(1) ?? "",
                symbol = document.getElementById(id);
            if (!symbol || found.has(id) || board.contains(symbol)) continue;
            found.set(id, new XMLSerializer().serializeToString(symbol));
            left.push(symbol);
        }
    return [...found.values()].join("");
}

export async function boardAsSvg(board: HTMLElement): Promise<string> {
    const { width, height } = board.getBoundingClientRect(),
        copy = board.cloneNode(true) as HTMLElement,
        root = document.documentElement;
    copy.removeAttribute("tabindex");
    const classes =
            [...document.querySelectorAll(".table.study")].map((one) => one.className)[0] ?? "",
        text = new XMLSerializer().serializeToString(copy),
        css = (await styles()).replaceAll("]]>", ""),
        attributes = [...root.attributes]
            .filter(({ name }) => name.startsWith("data-") || name === "class")
            .map(({ name, value }) => `${name}="${value.replaceAll('"', "&quot;")}"`)
            .join(" ");
    const size = `width="${Math.round(width)}" height="${Math.round(height)}"`;
    return (
        `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${attributes}>` +
        `<style><![CDATA[${css}]]></style><defs>${symbolsOf(board)}</defs>` +
        `<foreignObject ${size}><div xmlns="http://www.w3.org/1999/xhtml" class="${classes} export">` +
        `${text}</div></foreignObject></svg>`
    );
}

/** Paints an SVG at twice its size. */
export async function svgAsPng(svg: string): Promise<Blob> {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = 2 * image.width;
    canvas.height = 2 * image.height;
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((done, failed) =>
        canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("png"))), "image/png"),
    );
}
