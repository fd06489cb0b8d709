// Pictures of positions for other programs: Python asks, the page's boards draw, and a browser
// shows them as images. TAP on standard output.
//
//     node tests/page/render.test.mjs BUILD-FOLDER
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describeGames, hasBoard, launch, root } from "./harness.mjs";
import { end, ensure, equal, test } from "./tap.mjs";

const [build] = process.argv.slice(2),
    folder = mkdtempSync(join(tmpdir(), "tafelrunde-render-")),
    drawn = describeGames(build).filter(hasBoard);

function python(script, environment = {}) {
    const done = spawnSync("/usr/bin/python3", ["-B", "-c", script], {
        cwd: folder,
        encoding: "utf8",
        env: {
            ...process.env,
            PYTHONPATH: join(root, "python"),
            TAFELRUNDE_LIBRARY: resolve(build, "libtafelrunde.so.0"),
            ...environment,
        },
    });
    ensure(done.status === 0, done.stderr);
    return done.stdout;
}

// Plays a few steps, then draws what seat 0 and what spectators see, of the true position and of
// another one that seat 0 cannot tell apart.
const script = (game) => `
import random, tafelrunde
chance, state = random.Random(5), tafelrunde.Game("${game}").new()
for _ in range(60):
    steps = state.outcomes() if state.to_move == (tafelrunde.CHANCE,) else None
    here = state.copy()
    if steps:
        state.apply(tafelrunde.CHANCE, chance.choice(steps).step)
    else:
        state.apply(state.to_move[0], chance.choice(state.legal(state.to_move[0])))
    if state.over:
        state = here
        break
twin = state.view(0).determinise(seed=3)
for name, text in {
    "seat": state.svg(0, language="de"),
    "twin": twin.svg(0, language="de"),
    "seat-view": state.view(0).svg(language="de"),
    "watcher": state.svg(theme="candle", width=1100),
}.items():
    open(f"${game}-{name}.svg", "w", encoding="utf-8").write(text)
`;

const read = (game, name) => readFileSync(join(folder, `${game}-${name}.svg`), "utf8");

const browser = await launch(),
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });

/** What a browser makes of a picture. */
async function shown(game, name) {
    await page.goto(`file://${join(folder, `${game}-${name}.svg`)}`);
    return page.evaluate(() => {
        const figure = document.querySelector("figure"),
            used = [...document.querySelectorAll("use")].map((use) => use.getAttribute("href"));
        return {
            height: figure.scrollHeight,
            words: figure.textContent,
            pieces: document.querySelectorAll("[data-piece]").length,
            hand: !!document.querySelector(".hand-room"),
            lost: used.filter((href) => !document.getElementById(href.slice(1))),
        };
    });
}

for (const { id } of drawn)
    await test(`${id}: the page's board as a picture`, async () => {
        python(script(id));
        equal(read(id, "twin"), read(id, "seat"), "nothing hidden is in it");
        equal(read(id, "seat-view"), read(id, "seat"), "a view is drawn for its viewer");
        for (const name of ["seat", "watcher"]) {
            const { height, words, pieces, hand, lost } = await shown(id, name);
            ensure(height <= 850, `${name}: ${height} px high`);
            ensure(pieces > 3, `${name}: ${pieces} pieces`);
            ensure(!words.includes("⟨"), `${name}: all words are known`);
            equal(lost, [], `${name}: symbols that are not there`);
            ensure(!hand || name !== "watcher", "spectators have no hand");
            // as an image it may load nothing else
            const width = await page.evaluate(
                async (text) => {
                    const image = new Image();
                    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
                    await image.decode();
                    return image.width;
                },
                read(id, name),
            );
            equal(width, { seat: 1280, watcher: 1100 }[name]);
        }
    });

await test("what cannot be drawn is refused with the reason", () => {
    const [{ id }] = describeGames(build).filter((game) => !hasBoard(game)),
        refused = (statement, kind, environment) =>
            python(
                `import tafelrunde\nfrom tafelrunde.env import Env\ntry:\n    ${statement}\n` +
                    `except ${kind} as reason:\n    print(reason)`,
                environment,
            );
    ensure(
        refused(`tafelrunde.Game("${id}").new().svg()`, "tafelrunde.Error").includes(
            "no board of its own",
        ),
        "a game without a board",
    );
    const [first] = drawn,
        draw = `tafelrunde.Game("${first.id}").new().svg`;
    ensure(refused(`${draw}(0, theme="dusk")`, "tafelrunde.Error").includes("candle"), "theme");
    ensure(refused(`${draw}(width=390)`, "tafelrunde.Error").includes(">= 800"), "width");
    ensure(refused(`${draw}(9)`, "tafelrunde.Error").includes("seat"), "seat");
    ensure(refused(`${draw}()`, "RuntimeError", { PATH: folder }).includes("Node.js"), "no node");
    const env = `env = Env("${first.id}", render_mode="svg"); env.reset(seed=1)`;
    ensure(python(`from tafelrunde.env import Env; ${env}; print(env.render()[:4])`) === "<svg\n");
});

await browser.close();
rmSync(folder, { recursive: true });
end();
