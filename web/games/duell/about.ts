import type { About } from "../../board";
import picture from "./picture.svg";

export const about: About = {
    title: "Duell der Baumeister",
    text: "duell.about.text",
    goal: "duell.about.goal",
    minutes: "45",
    picture,
};
