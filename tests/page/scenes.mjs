// Evenings at a server that tests and pictures need: people, tournaments, tables to watch.
import { post } from "./harness.mjs";

export const password = "geheim 123";

/** Sends a request as a program. */
export async function request(url, path, body, token = "") {
    const response = await fetch(url + path, {
        ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
        headers: {
            "content-type": "application/json",
            ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
}

export const signUp = async (url, name) =>
    (await request(url, "/api/signup", { name, password })).token;
export const guest = async (url, name) => (await request(url, "/api/guest", { name })).token;

/** Signs this page's visitor in under a new account. */
export async function signIn({ page }, url, name) {
    await page.goto(`${url}/icon.svg`);
    await post(page, "/api/signup", { name, password });
    await page.evaluate(
        (who) =>
            localStorage.setItem("tafelrunde session", JSON.stringify({ name: who, guest: false })),
        name,
    );
}

/** Signs up (`kind` "up") or in ("in") through the page's form. */
export async function signThrough({ page, url }, kind, name, secret = password) {
    await page.goto(`${url}/account`);
    await page.locator(`.sign-in input[value=${kind}]`).check({ force: true });
    await page.locator("input[autocomplete=username]").fill(name);
    await page.locator(".sign-in input[type=password]").fill(secret);
    await page.locator(".sign-in form .btn.gold").click();
}

export const evening = {
    name: "Novemberturnier",
    note: "Im Saal des Lindenhofs, mit Suppe.",
    game: "tallinn",
    players: 2,
    rounds: 3,
    pause_s: 0,
    equal_deals: true,
    pace: { kind: "live", minutes: 60, increment_s: 10 },
    level: "random",
};

/** A tournament of these people, begun. The organiser, who plays, too, has `token`. */
export async function tournament(url, token, names, more = {}) {
    const { id } = await request(url, "/api/tournaments", { ...evening, ...more }, token);
    await request(url, "/api/tournaments/enter", { id }, token);
    for (const name of names)
        await request(url, "/api/tournaments/enter", { id }, await guest(url, name));
    await request(url, "/api/tournaments/start", { id }, token);
    return id;
}

/** The organiser enters a result for each table of the latest round but the first `open` ones. */
export async function enterResults(url, token, id, open = 0) {
    const { tables } = await request(url, `/api/tournaments/${id}`, null, token);
    for (const [i, { number, seats }] of tables.entries())
        if (i >= open)
            await request(
                url,
                "/api/tournaments/correct",
                {
                    id,
                    table: number,
                    score: seats.map((_, seat) => 14 + ((7 * number + 5 * seat) % 13)),
                },
                token,
            );
}
