import type { About } from "../../board";
import picture from "./picture.svg";

export const about: About = {
    text: "tallinn.about.text",
    minutes: "20",
    picture,
};
