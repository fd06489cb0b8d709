// People among strangers, in real browsers against the real server: hosts who remove somebody, and
// accounts that last, passkeys, reports and moderators. TAP on standard output.
//
//     node tests/page/people.test.mjs BUILD-FOLDER [--only TEXT]
import { playOn } from "./driver.mjs";
import { post, program, until } from "./harness.mjs";
import { password, signThrough } from "./scenes.mjs";
import { database, looked, serverSuite, url } from "./suite.mjs";
import { end, ensure, equal } from "./tap.mjs";

const { build, check, visiting, close } = await serverSuite(["--no-limits"]);

/** Signs up or in and waits for the account, or its fresh codes. */
async function enter(view, ...how) {
    await signThrough(view, ...how);
    await view.page.waitForSelector(".account-parts, .fresh-codes");
}

const eachSize = [
    { size: "1440x900" },
    { size: "820x1180", theme: "candle" },
    { size: "390x844", language: "en" },
];

await check("the host removes and blocks somebody before the game, and forgives", () =>
    visiting([{}, { size: "390x844", language: "en" }], async (host, guest) => {
        await enter(host, "up", "Agnes");
        const { path } = await post(host.page, "/api/tables", { game: "tallinn", players: 3 });
        await host.page.goto(`${url}${path}`);
        await guest.page.goto(`${url}${path}`);
        await guest.page.getByText("Agnes invites you to play Tallinn").waitFor();
        const name = guest.page.locator("input[autocomplete=nickname]");
        for (const [typed, why] of [
            ["", "Type your name and the seat is yours."],
            ["agnes ", "Somebody here already has that name. Please pick another."],
            ["Waleran", "You play blue, the square."],
        ]) {
            await name.fill(typed);
            await guest.page.getByText(why).waitFor();
            equal(
                await guest.page.locator("[data-sit='1']").isDisabled(),
                typed !== "Waleran",
                `the button with "${typed}"`,
            );
        }
        equal(await guest.page.locator(".qr").isVisible(), false, "the code before the details");
        await guest.page.locator(".fold summary").first().click();
        await guest.page.locator(".qr").waitFor();
        await looked(guest);
        await guest.page.locator("[data-sit='1']").click();
        await host.page.waitForSelector("[data-remove='1']");
        equal(await guest.page.locator("[data-remove]").count(), 0, "what a guest may remove");
        await looked(host);
        await host.page.locator("[data-remove='1']").click();
        await guest.page.locator("[data-sit='1']").click();
        await host.page.locator("[data-block='1']").click();
        await guest.page.locator("[data-sit='1']").click();
        await guest.page.getByText("does not want to play with you").waitFor();
        await host.page.goto(`${url}/account`);
        await host.page.waitForSelector("[data-unblock]");
        await looked(host);
        await host.page.locator("[data-unblock]").click();
        await host.page.waitForSelector("[data-unblock]", { state: "detached" });
        await guest.page.locator("[data-sit='1']").click();
        await guest.page.waitForSelector("[data-stand]");
    }),
);

await check("recovery codes: shown once, and one opens the account with a new password", () =>
    visiting(eachSize, async (...views) => {
        for (const [i, view] of views.entries()) {
            const { page } = view,
                name = `Aliena ${i}`;
            await enter(view, "up", name);
            const codes = await page.locator(".codes code").allTextContents();
            equal(codes.length, 8, "the codes");
            ensure(/^[a-z2-9]{5}(-[a-z2-9]{5}){2}$/.test(codes[0]), codes[0]);
            await looked(view);
            await page.locator("[data-kept]").click();
            await page.waitForURL(`${url}/lobby`);
            await page.goto(`${url}/account`);
            await page.waitForSelector(".account-parts");
            equal(await page.locator(".codes").count(), 0, "the codes after that");
            await page.locator("[data-out]").click();
            await page.waitForSelector("[data-forgot]");
            await page.locator("[data-forgot]").click();
            await page.locator("input[autocomplete=username]").fill(name);
            await page.locator("input[autocomplete=one-time-code]").fill(codes[2].toUpperCase());
            await page.locator("input[autocomplete=new-password]").fill("ganz neu 123");
            await looked(view);
            await page.locator(".sign-in form .btn.gold").click();
            await page.waitForSelector(".account-parts");
            await until(
                async () => /7/.test(await page.locator(".account-parts").textContent()),
                "seven codes left",
            );
        }
    }),
);

await check("a session on another device is listed and ended", () =>
    visiting([{}, { size: "390x844", theme: "candle", language: "en" }], async (here, there) => {
        await enter(here, "up", "Tom Builder");
        await enter(there, "in", "Tom Builder");
        await here.page.reload();
        await here.page.waitForSelector("[data-end]");
        equal(await here.page.locator(".session-list li").count(), 2, "the sessions");
        ensure(
            /Chrome, Linux/.test(await here.page.locator(".session-list").textContent()),
            "the device",
        );
        await looked(here);
        await looked(there);
        await here.page.locator("[data-end]").click();
        await until(
            async () => (await here.page.locator(".session-list li").count()) === 1,
            "one session left",
        );
        await there.page.reload();
        await there.page.waitForSelector(".sign-in");
    }),
);

/** A new authenticator in this page's browser, which somebody touches. */
async function authenticator({ context, page }, more = {}) {
    const session = await context.newCDPSession(page);
    await session.send("WebAuthn.enable");
    const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
        options: {
            protocol: "ctap2",
            transport: "internal",
            hasResidentKey: true,
            hasUserVerification: true,
            isUserVerified: true,
            ...more,
        },
    });
    return {
        verifies: (isUserVerified) =>
            session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
        remove: () => session.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId }),
    };
}

/** Signs out, and waits for the door. */
async function leaveAccount({ page, url: at }) {
    await page.goto(`${at}/account`);
    await page.locator("[data-out]").click();
    await page.waitForSelector("[data-passkey]");
}

await check("a passkey signs in alone, and after the password where that is not enough", () =>
    visiting(
        eachSize,
        async (...views) => {
            for (const [i, view] of views.entries()) {
                const { page, url: at } = view,
                    secret = page.locator(".passkeys input[autocomplete=current-password]"),
                    saved = page.locator(".passkeys [role=status]");
                const key = await authenticator(view);
                await enter(view, "up", `Ellen ${i}`);
                await page.goto(`${at}/account`);
                await secret.fill("falsch 123");
                await page.locator(".passkeys form .row .btn").click();
                await page.waitForSelector(".passkeys [role=alert]");
                await secret.fill(password);
                await page.locator(".passkeys form .row .btn").click();
                await saved.waitFor();
                await page.waitForSelector("[data-remove-passkey]");
                ensure(
                    /Chrome, Linux/.test(await page.locator(".passkeys li").textContent()),
                    "the device of the passkey",
                );
                await looked(view);
                await leaveAccount(view);
                await looked(view);
                await page.locator("[data-passkey]").click();
                await page.waitForSelector(".account-parts");
                if (i > 0) continue; // the rest does not depend on the size
                await page.locator("[data-second]").click(); // without the password: nothing
                equal(await page.locator("[data-second]").isChecked(), false, "the switch");
                await secret.fill(password);
                await page.locator("[data-second]").click();
                await until(() => page.locator("[data-second]").isChecked(), "the switch is on");
                await leaveAccount(view);
                await key.verifies(false); // a touch is enough after the password …
                await enter(view, "in", `Ellen ${i}`);
                await leaveAccount(view);
                await page.locator("[data-passkey]").click(); // … but not alone
                await page.waitForSelector(".passkey-door [role=alert]");
                await key.remove();
                await authenticator(view); // another one, which this account does not know
                await page.locator(".sign-in input[value=in]").check({ force: true });
                await page.locator("input[autocomplete=username]").fill(`Ellen ${i}`);
                await page.locator(".sign-in input[type=password]").fill(password);
                await page.locator(".sign-in form .btn.gold").click();
                await page.waitForSelector(".sign-in form [role=alert]");
                equal(await page.locator(".account-parts").count(), 0, "who has no passkey");
            }
        },
        url.replace("127.0.0.1", "localhost"),
    ),
);

await check("a recovery code opens an account whose passkey is lost", () =>
    visiting(
        [{}],
        async (view) => {
            const { page, url: at } = view,
                key = await authenticator(view);
            await enter(view, "up", "Jack");
            const codes = await page.locator(".codes code").allTextContents();
            await page.goto(`${at}/account`);
            const secret = page.locator(".passkeys input[autocomplete=current-password]");
            await secret.fill(password);
            await page.locator(".passkeys form .row .btn").click();
            await page.waitForSelector("[data-remove-passkey]");
            await secret.fill(password);
            await page.locator("[data-second]").click();
            await until(() => page.locator("[data-second]").isChecked(), "the switch is on");
            await leaveAccount(view);
            await key.remove();
            await page.locator("[data-forgot]").click();
            await page.locator("input[autocomplete=username]").fill("Jack");
            await page.locator("input[autocomplete=one-time-code]").fill(codes[0]);
            await page.locator("input[autocomplete=new-password]").fill("ganz neu 123");
            await page.locator(".sign-in form .btn.gold").click();
            await page.waitForSelector("[data-remove-passkey]");
            await secret.fill("ganz neu 123");
            await page.locator("[data-remove-passkey]").click();
            await page.waitForSelector("[data-remove-passkey]", { state: "detached" });
            await leaveAccount(view);
            await enter(view, "in", "Jack", "ganz neu 123");
        },
        url.replace("127.0.0.1", "localhost"),
    ),
);

/** Signs up an account with the moderator role, and opens the moderators' page. */
async function moderate(view, name) {
    const { page } = view;
    await enter(view, "up", name);
    program(build, "admin", "grant", name, "--database", database);
    await page.goto(`${url}/account`);
    await page.locator("[data-moderation]").click();
    await page.waitForSelector(".moderation");
}

/** Acts on the only report. */
async function judge({ page }, what, why, more = async () => {}) {
    await until(async () => {
        await page.reload();
        await page.waitForSelector(".moderation");
        return (await page.locator("[data-open-report]").count()) === 1;
    }, "a report");
    await page.locator("[data-open-report]").click();
    await page.locator(`.report-item input[value=${what}]`).check({ force: true });
    await more();
    await page.locator(".report-item .field input").last().fill(why);
    await page.locator(".report-item form .btn.gold").click();
    await page.waitForSelector("[data-open-report]", { state: "detached" });
    ensure((await page.locator(".audit").textContent()).includes(why), "the audit log");
}

/** Sits down as a guest. */
async function join({ page }, path, name, seat) {
    await page.goto(`${url}${path}`);
    await page.locator("input[autocomplete=nickname]").fill(name);
    await page.locator(`[data-sit='${seat}']`).click();
    await page.waitForSelector("[data-stand], .seats");
}

await check("a line is reported in two taps; a moderator mutes, and one's own block hides", () =>
    visiting(eachSize, async (moderator, host, rude) => {
        await moderate(moderator, "Mona");
        await looked(moderator);
        await enter(host, "up", "Philip");
        const { path } = await post(host.page, "/api/tables", { game: "tallinn", players: 3 });
        await host.page.goto(`${url}${path}`);
        await join(rude, path, "Grobian", 1);
        const say = async ({ page }, text) => {
            await page.locator(".chat input").fill(text);
            await page.locator(".chat form .btn").click();
        };
        await say(host, "Guten Abend!");
        await say(rude, "Du Tölpel!");
        await host.page.locator(".chat").getByText("Du Tölpel!").waitFor();
        equal(await host.page.locator("[data-report=chat]").count(), 1, "menus: not on own lines");
        equal(await host.page.locator("[data-report=name]").count(), 1, "menus of seats");
        await host.page.locator("[data-report=name]").click();
        await looked(host);
        await host.page.locator("[data-report=name]").click();
        await host.page.locator("[data-report=chat]").click();
        await looked(host);
        await host.page.locator("[data-reason=insult]").click();
        await host.page.waitForSelector(".report-menu [role=status]");
        await moderator.page.reload();
        await moderator.page.locator("[data-open-report]").click();
        await moderator.page.waitForSelector(".said .reported");
        ensure(
            /Guten Abend.*Du Tölpel/.test(await moderator.page.locator(".said").textContent()),
            "the lines around it",
        );
        await looked(moderator);
        await judge(moderator, "mute", "Beleidigung");
        await say(rude, "Wieso?");
        await rude.page.locator(".warn").waitFor();
        equal(await host.page.locator(".chat").getByText("Wieso?").count(), 0, "a muted line");
        await host.page.locator("[data-block-person]").click();
        await until(
            async () => (await host.page.locator(".chat").getByText("Du Tölpel!").count()) === 0,
            "the lines of blocked people are hidden",
        );
        await host.page.goto(`${url}/account`);
        await host.page.waitForSelector("[data-unblock]");
    }),
);

await check("names and tables are reported in two taps; a moderator renames, warns, blocks", () =>
    visiting([{}, {}, { size: "390x844", language: "en" }], async (moderator, host, rude) => {
        await moderate(moderator, "Milius");
        await enter(host, "up", "Remigius");
        const { path } = await post(host.page, "/api/tables", { game: "tallinn", players: 2 });
        await host.page.goto(`${url}${path}`);
        await join(rude, path, "Widerling", 1);
        const about = async ({ page }) => {
            await page.waitForSelector(".seats");
            const tool = page.getByRole("button", { name: /Am Tisch|At the table/ });
            if (!(await tool.first().isVisible()))
                await page.getByRole("button", { name: /Menü|Menu/ }).click();
            await page
                .getByRole("button", { name: /Am Tisch|At the table/ })
                .first()
                .click();
            await page.waitForSelector(".about-table");
        };
        await about(host);
        equal(await host.page.locator("[data-report=table]").count(), 0, "the host's own table");
        await host.page.locator("[data-report=name]").click();
        await looked(host);
        await host.page.locator("[data-reason=name]").click();
        await host.page.waitForSelector(".report-menu [role=status]");
        await judge(moderator, "rename", "Anstößig", () =>
            moderator.page.locator(".report-item .field input").first().fill("Gast Sieben"),
        );
        await host.page.locator(".people").getByText("Gast Sieben", { exact: true }).waitFor();
        await about(rude);
        await rude.page.locator("[data-report=table]").click();
        await looked(rude);
        await rude.page.locator("[data-reason=other]").click();
        await rude.page.waitForSelector(".report-menu [role=status]");
        await judge(moderator, "warn", "Bitte freundlicher einladen");
        await host.page.goto(`${url}/lobby`);
        await host.page.getByText("Bitte freundlicher einladen").waitFor();
        await looked(host);
        await host.page.locator("[data-heed]").click();
        await host.page.waitForSelector("[data-heed]", { state: "detached" });
        await rude.page.goto(`${url}/u/Remigius`);
        await rude.page.locator("[data-report=name]").click();
        await looked(rude);
        await rude.page.locator("[data-reason=cheating]").click();
        await rude.page.waitForSelector(".report-menu [role=status]");
        await judge(moderator, "block", "Betrug mit zwei Konten");
        await host.page.goto(`${url}/account`);
        await host.page.waitForSelector(".sign-in");
        // nobody else sees any of it
        await rude.page.goto(`${url}/moderation`);
        await rude.page.locator(".offline").waitFor();
        equal(await rude.page.locator(".moderation").count(), 0, "what others see");
    }),
);

/** Begins a game on the analysis board and keeps it behind a short link; its address. */
async function shorten({ page, url: at }, title, listed) {
    await page.goto(`${at}/analysis`);
    await page.locator("[data-empty=tallinn-2]").click();
    await page.locator("[data-outcome]").first().click();
    await page.waitForSelector(".tree .vr");
    await page.getByRole("button", { name: /^(Teilen|Share)$/ }).click();
    await page.locator("[data-short-title]").fill(title);
    if (listed) await page.locator("[data-short-public]").check({ force: true });
    await page.locator(".sharing form .btn").click();
    const made = page.locator(".sharing input[readonly]").nth(1); // after the long one
    await made.waitFor();
    return made.inputValue();
}

const treeOf = ({ page }) =>
    page.$$eval(".tree .vr", (all) => all.map((one) => one.textContent.replace(/\d+ %$/, "")));

await check("a short link opens the same study elsewhere, until its owner deletes it", () =>
    visiting([{}, { size: "390x844", theme: "candle" }], async (owner, other) => {
        await owner.page.goto(`${url}/analysis`);
        await owner.page.waitForSelector("[data-public-studies]");
        await looked(owner);
        await enter(owner, "up", "Ellen");
        const hidden = await shorten(owner, "Nur für dich", false),
            open = await shorten(owner, "Seht her", true);
        await looked(owner);
        const tree = await treeOf(owner);
        equal(tree.length, 2, "the start and one draw");
        await other.page.goto(hidden);
        await other.page.waitForSelector(".table.study");
        await other.page.locator("[data-panel=tree]").click();
        await other.page.waitForSelector(".tree .vr");
        equal(await treeOf(other), tree, "the same tree");
        ensure(
            (await other.page.locator("header").textContent()).includes("Nur für dich"),
            "its title",
        );
        // strangers without an account neither make nor delete any; only public ones are listed
        await other.page.getByRole("button", { name: "Teilen", exact: true }).click();
        await other.page.waitForSelector(".sharing a[href='/account']");
        equal(await other.page.locator("[data-remove-study]").count(), 0, "not theirs to delete");
        await looked(other);
        await other.page.goto(`${url}/analysis`);
        await other.page.locator("[data-public-studies]").click();
        await other.page.waitForSelector(".kept-link");
        equal(await other.page.locator(".kept-link b").allTextContents(), ["Seht her"], "public");
        await looked(other);
        await owner.page.goto(`${url}/analysis`);
        await owner.page.waitForSelector(".kept-list li");
        equal(
            await owner.page.locator(".kept-list b").allTextContents(),
            ["Seht her", "Nur für dich"],
            "the owner's",
        );
        await looked(owner);
        for (const label of ["Löschen", "Wirklich löschen"])
            await owner.page
                .locator(".kept-list li", { hasText: "Seht her" })
                .getByRole("button", { name: label })
                .click();
        await owner.page
            .locator(".kept-link", { hasText: "Seht her" })
            .waitFor({ state: "detached" });
        await other.page.goto(open);
        await other.page.getByText("Diese Analyse gibt es nicht mehr").waitFor();
        await other.page.goto(`${url}/s/kurz`);
        await other.page.getByText("Diese Analyse gibt es nicht mehr").waitFor();
    }),
);

await check("a study is reported in two taps, and a moderator deletes it", () =>
    visiting([{}, {}, {}], async (moderator, rude, other) => {
        await moderate(moderator, "Meta");
        await enter(rude, "up", "Rüpel");
        const address = await shorten(rude, "Alles Tölpel", true);
        await enter(other, "up", "Odo");
        await other.page.goto(address);
        await other.page.waitForSelector(".table.study");
        await other.page.getByRole("button", { name: "Teilen", exact: true }).click();
        await other.page.locator("[data-report=study]").click();
        await looked(other);
        await other.page.locator("[data-reason=insult]").click();
        await other.page.waitForSelector(".report-menu [role=status]");
        await moderator.page.reload();
        await moderator.page.locator("[data-open-report]").click();
        await moderator.page.waitForSelector(
            `.surroundings a[href='${new URL(address).pathname}']`,
        );
        await looked(moderator);
        await judge(moderator, "remove_study", "Beleidigung im Titel");
        await other.page.goto(address);
        await other.page.getByText("Diese Analyse gibt es nicht mehr").waitFor();
    }),
);

/** Plays a short rated game against an opponent to its end; the table's id. */
async function playRated({ page, url: at }) {
    const { table, path } = await post(page, "/api/tables", {
        ...{ game: "tallinn", players: 2, rated: true, seats: ["me", "random"] },
    });
    await page.goto(`${at}${path}`);
    await page.waitForSelector(".table");
    await playOn(page, 3);
    return table;
}

/** Goes to the first decision of a game on the analysis board, whatever is drawn. */
async function firstDecision({ page, url: at }) {
    await page.goto(`${at}/analysis`);
    await page.locator("[data-empty=tallinn-2]").click();
    await page.waitForSelector(".table.study");
    await until(async () => {
        const outcome = page.locator("[data-outcome]").first();
        if (await outcome.count()) await outcome.click({ timeout: 2000 }).catch(() => {});
        return page.locator("[data-explorer]").count();
    }, "a decision");
}

await check("finished games are found again, and their openings are counted", () =>
    visiting(eachSize, async (...views) => {
        const [{ page }] = views;
        for (const [i, view] of views.entries()) await enter(view, "up", `Merthin ${i}`);
        const table = await playRated(views[0]);
        await page.goto(`${url}/lobby`);
        await page.getByRole("link", { name: "Partien suchen" }).click();
        const found = page.locator(`[data-found="${table}"]`);
        await found.waitFor();
        ensure(/Merthin 0/.test(await found.textContent()), await found.textContent());
        const filter = (name) => page.locator(`[data-filter=${name}]`);
        await filter("with").selectOption("club");
        await page.getByText("Keine Partie passt zu dieser Suche.").waitFor();
        await filter("with").selectOption("");
        await filter("game").selectOption("tallinn");
        await found.waitFor();
        await filter("name").fill("niemand");
        await filter("name").press("Enter");
        await found.waitFor({ state: "detached" });
        for (const [i, view] of views.entries()) {
            // others find it, too, because it was rated at a public table
            await view.page.goto(`${url}/games?name=${encodeURIComponent("merthin 0")}`);
            await view.page.locator(`[data-found="${table}"]`).waitFor();
            await looked(view);
            await firstDecision(view);
            if (i > 0) await view.page.locator("[data-panel=best]").click(); // of the sheet
            await view.page.locator("[data-explorer]").click();
            await view.page.locator("[data-opening^=play]").first().waitFor();
            if (i === 0) await looked(view); // a sheet covers the board on purpose
        }
        await page.goto(`${url}/games`);
        await found.getByRole("link").click();
        await page.waitForSelector(".result, [data-result]");
    }),
);

await close();
end();
