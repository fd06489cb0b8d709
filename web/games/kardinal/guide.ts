// The first game: cards, cloisters, councillors, drawing, both scorings.
import { attempt, type Guide } from "../../guide/guide";

export const guide: Guide = {
    seed: "61e4e315fc173e02fad7e7e0a414b64162ba0d9001237a2d24e7fdb42d87c80e",
    bots: ["person", "random", "novice"],
    options: {},
    welcome: "kardinal.guide.welcome",
    tips: [
        { text: "kardinal.guide.hand", verbs: ["c"], at: ".kt-part:not(.market)" },
        {
            text: "kardinal.guide.cloister",
            verbs: ["c"],
            at: "main.board",
            tried: ["FA", "BB", "LI", "ES", "FR"].flatMap((card) =>
                ["EN1", "FK1", "BA1", "IT1", "AR1", "FR1", "LO1", "SC1", "BU1"].map((space) =>
                    attempt("c", ["space", space], ["card", card]),
                ),
            ),
        },
        { text: "kardinal.guide.swap", verbs: ["swap"], at: ".dock" },
        {
            text: "kardinal.guide.councillor",
            verbs: ["r"],
            tried: ["EN", "FK", "BA", "IT", "AR", "FR", "LO", "SC", "BU"].flatMap((country) =>
                ["FA", "BB", "LI", "ES", "FR"].map((card) =>
                    attempt("r", ["country", country], ["card", card]),
                ),
            ),
        },
        { text: "kardinal.guide.second", verbs: ["done"] },
        { text: "kardinal.guide.draw", verbs: ["take", "blind"] },
        { text: "kardinal.guide.joker", events: ["take", "blind"], at: ".kt-part:not(.market)" },
        { text: "kardinal.guide.interim", events: ["interim"], at: ".seats" },
        { text: "kardinal.guide.last", events: ["last_round"], at: "main.board" },
    ],
    scores: {
        cloisters_first: "kardinal.guide.score_cloisters_first",
        cloisters_final: "kardinal.guide.score_cloisters_final",
        alliances: "kardinal.guide.score_alliances",
        chains: "kardinal.guide.score_chains",
    },
    end: "kardinal.guide.end",
};
