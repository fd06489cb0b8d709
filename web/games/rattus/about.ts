import type { About } from "../../board";
import picture from "./picture.svg";

export const about: About = {
    text: "rattus.about.text",
    goal: "rattus.about.goal",
    minutes: "45",
    picture,
};
