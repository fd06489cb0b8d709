// The first game: choosing a half, contests, towers, the final scoring.
import type { Guide } from "../../guide/guide";

export const guide: Guide = {
    seed: "61e4e315fc173e02fad7e7e0a414b64162ba0d9001237a2d24e7fdb42d87c80e",
    bots: ["person", "random", "novice"],
    options: { legate: false, chronicle: false, towers: "together" },
    welcome: "tallinn.guide.welcome",
    tips: [
        {
            text: "tallinn.guide.hand",
            verbs: ["play"],
            at: ".hand-room",
        },
        { text: "tallinn.guide.coin", verbs: ["play"], at: ".hand-room" },
        { text: "tallinn.guide.display", verbs: ["play"], at: "main.board" },
        { text: "tallinn.guide.contest", events: ["contest"], at: "main.board .contest" },
        { text: "tallinn.guide.tower", verbs: ["tower", "tower hand"], at: "main.board" },
    ],
    scores: {
        start: "tallinn.guide.score_start",
        contests: "tallinn.guide.score_contests",
        merchants: "tallinn.guide.score_merchants",
        knights: "tallinn.guide.score_knights",
        monks: "tallinn.guide.score_monks",
        towers: "tallinn.guide.score_towers",
    },
    end: "tallinn.guide.end",
};
