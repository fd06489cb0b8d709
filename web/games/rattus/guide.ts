// The first game: settling, growing, classes, the plague, the last round.
import { attempt, type Guide } from "../../guide/guide";

const regions = ["AN", "GA", "GE", "HI", "HU", "IT", "PO", "SC", "BU", "TU"];

export const guide: Guide = {
    seed: "92f2f9942247358156f10b34d0da668f85d4469bb2f3b0a13150fb625249e02c",
    bots: ["person", "random", "novice"],
    options: {},
    welcome: "rattus.guide.welcome",
    tips: [
        { text: "rattus.guide.settle", verbs: ["settle"] },
        {
            text: "rattus.guide.grow",
            verbs: ["grow"],
            tried: regions.map((region) => attempt("grow", ["region", region])),
        },
        { text: "rattus.guide.class", verbs: ["class"] },
        {
            text: "rattus.guide.plague",
            verbs: ["plague"],
            tried: regions.map((region) => attempt("plague", ["region", region])),
        },
        {
            text: "rattus.guide.rat",
            verbs: ["rat"],
            tried: regions.map((region) => attempt("rat", ["region", region])),
        },
        { text: "rattus.guide.outbreak", events: ["outbreak"], at: "main.board" },
        { text: "rattus.guide.calm", events: ["calm"], at: "main.board" },
        { text: "rattus.guide.merchant", verbs: ["merchant"] },
        { text: "rattus.guide.monk", verbs: ["monk"] },
        { text: "rattus.guide.king", verbs: ["king"] },
        { text: "rattus.guide.witch", verbs: ["witch"] },
        { text: "rattus.guide.knight", verbs: ["knight yes"] },
        { text: "rattus.guide.last", verbs: ["done", "peasant"], at: ".dock" },
    ],
    scores: {
        regions: "rattus.guide.score_regions",
        castle: "rattus.guide.score_castle",
    },
    end: "rattus.guide.end",
};
