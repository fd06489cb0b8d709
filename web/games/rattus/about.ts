import type { About } from "../../board";
import picture from "./picture.svg";

export const about: About = {
    text: "rattus.about.text",
    minutes: "45",
    picture,
};
