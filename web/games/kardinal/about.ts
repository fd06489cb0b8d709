import type { About } from "../../board";
import picture from "./picture.svg";

export const about: About = {
    text: "kardinal.about.text",
    goal: "kardinal.about.goal",
    minutes: "60",
    picture,
};
