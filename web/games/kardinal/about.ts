import type { About } from "../../board";
import picture from "./picture.svg";

export const about: About = {
    text: "kardinal.about.text",
    minutes: "60",
    picture,
};
