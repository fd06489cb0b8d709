import type { About } from "../../board";
import picture from "./picture.svg";

export const about: About = {
    text: "tallinn.about.text",
    goal: "tallinn.about.goal",
    minutes: "20",
    picture,
};
