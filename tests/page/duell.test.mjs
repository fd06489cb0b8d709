// Duell's board: a drawing for every card, seal, material and part of the buildings. TAP on
// standard output.
//
//     node tests/page/duell.test.mjs
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { load, web } from "./modules.mjs";
import { end, equal, test } from "./tap.mjs";

const tables = JSON.parse(readFileSync(resolve(web, "generated/components/duell.json"), "utf8"));
const symbols = new Set(
    ["symbols.svg", "games/duell/symbols.svg"].flatMap((file) =>
        [...readFileSync(resolve(web, file), "utf8").matchAll(/<symbol id="([^"]+)"/g)].map(
            ([, id]) => id,
        ),
    ),
);

const sorted = (list) => [...list].sort();
const drawing = await load("games/duell/drawing.ts"),
    view = await load("games/duell/view.ts");

await test("every picture is a symbol that exists", () => {
    const used = [
        ...Object.values(drawing.cardArt).map(({ symbol }) => symbol),
        ...Object.values(drawing.sealArt),
        ...Object.values(drawing.materialArt),
        ...tables.materials.flatMap(({ Waleran, Philip }) => [Waleran, Philip]),
    ];
    equal(
        used.filter((id) => !symbols.has(id)),
        [],
        "symbols that are missing",
    );
});

await test("both buildings have every part and a scaffold for every section", () => {
    const needed = sorted(
        tables.sections.flatMap(({ code, needs }) =>
            needs.map((material) => `${code} ${material}`),
        ),
    );
    for (const { name, parts, scaffolds } of drawing.buildings) {
        equal(sorted(parts.map(({ section, material }) => `${section} ${material}`)), needed, name);
        equal(
            sorted(Object.keys(scaffolds)),
            sorted(tables.sections.map(({ code }) => code)),
            `${name}: scaffolds`,
        );
    }
});

await test("markers keep their numbers from supply to building, seals into a fight", () => {
    const seat = {
        supply: [0, 0, 0, 1, 0],
        raw: [0, 0, 0, 1, 0],
        worked: [0, 0, 0, 0, 0],
        built: [[], [], []],
    };
    equal(
        [view.markersAt(seat, "wood", "raw"), view.markersAt(seat, "wood", "supply")],
        [[0], [1]],
        "one in the camp",
    );
    const later = { ...seat, raw: [0, 0, 0, 0, 0], worked: [0, 0, 0, 1, 0] };
    equal(
        [view.markersAt(later, "wood", "worked"), view.markersAt(later, "wood", "supply")],
        [[0], [1]],
        "worked",
    );
    equal(
        view.markersAt(
            { ...later, worked: [0, 0, 0, 0, 0], built: [["wood"], [], []] },
            "wood",
            "supply",
        ),
        [1],
        "built in",
    );
    equal(
        view.sealNumber({ seals: [0, 1, 0] }, [{ seal: "14" }], 0),
        1,
        "the last of two is flipped first",
    );
    equal(
        view.sealNumber({ seals: [0, 0, 0] }, [{ seal: "14" }, { seal: "14" }], 0),
        1,
        "and keeps its number",
    );
});

await test("a round follows from its steps: lines, sides, flips, used cards, who won", () => {
    let claimed = [[], []];
    const step = (by, action, cards = claimed, round = 3) => ({
        by,
        do: action,
        view: {
            round,
            seats: (claimed = cards).map((own) => ({ cards: own })),
            layout: ["ore", "sand", "wood", "wool", "power", "gold3", "gold4", "gold5", "lucky"],
        },
    });
    const second = [["4", "5", "6"], []],
        both = [
            ["4", "5", "6"],
            ["3", "5", "7"],
        ],
        after = [
            ["4", "5", "6"],
            ["3", "7"],
        ];
    const history = [
        step(0, "claim r1", [["1", "2", "3"], []], 2),
        step(1, "end", [[], []]),
        step(0, "claim r2", second),
        step(1, "claim d2", both),
        step(0, "flip 14"),
        step("chance", "side 1"),
        step(0, "lucky"),
        step("chance", "side 4"),
        step(1, "flip own"),
        step("chance", "side 2", after),
        step(0, "use 5", [
            ["4", "6"],
            ["3", "7"],
        ]),
    ];
    const { lines, flips, used, won } = view.roundOf(history, 3);
    equal(
        [[...lines], flips, [...used], won],
        [
            [
                [0, "r2"],
                [1, "d2"],
            ],
            [[{ seal: "14", side: "4" }], [{ seal: "own", side: "2" }]],
            [["5", 0]],
            { seat: 0, sums: [4, 2], card: "power" },
        ],
        "the round",
    );
    equal(view.roundOf(history.slice(0, -2), 3).won, null, "nobody has won before the last side");
});

end();
