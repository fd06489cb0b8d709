// People among strangers, in real browsers against the real server: hosts who remove somebody, and
// accounts that last. TAP on standard output.
//
//     node tests/page/people.test.mjs BUILD-FOLDER [--only TEXT]
import { launch, serveReally, until, visit } from "./harness.mjs";
import { look } from "./look.mjs";
import { end, ensure, equal, test } from "./tap.mjs";

const [build, flag, only] = process.argv.slice(2);
if (!build || (flag && flag !== "--only")) {
    console.error("usage: node people.test.mjs BUILD-FOLDER [--only TEXT]");
    process.exit(2);
}
const browser = await launch(),
    begin = () => serveReally(build, ["--no-limits"]);
let served = await begin(),
    { url } = served;

/** A second try gets a fresh server. */
async function renew() {
    served.close();
    served = await begin();
    ({ url } = served);
}

const check = (name, body) => (only && !name.includes(only) ? undefined : test(name, body, renew));
const password = "geheim 123",
    refusal = /status of 40[0-9]|WebSocket/;

/** Visits that end with their case. Everything in their `wrongs` besides refusals is an error. */
async function visiting(ways, body, at = url) {
    const views = [];
    try {
        for (const way of ways) views.push(await visit({ browser, url: at }, way));
        await body(...views);
        for (const { wrongs } of views)
            equal(
                wrongs.filter((wrong) => !refusal.test(wrong)),
                [],
                "what the page complained about",
            );
        for (const view of views) await view.leave();
    } catch (error) {
        for (const [i, { page }] of views.entries())
            await page.screenshot({ path: `${build}/people-failed-${i}.png` }).catch(() => {});
        for (const view of views) await view.close();
        throw error;
    }
}

const looked = ({ page, wrongs }) =>
    look({ page, wrongs: wrongs.filter((wrong) => !refusal.test(wrong)) });

/** Signs up or in through the page. */
async function enter({ page, url: at }, kind, name, secret = password) {
    await page.goto(`${at}/account`);
    await page.locator(`.sign-in input[value=${kind}]`).check({ force: true });
    await page.locator("input[autocomplete=username]").fill(name);
    await page.locator(".sign-in input[type=password]").fill(secret);
    await page.locator(".sign-in form .btn.gold").click();
    await page.waitForSelector(".account-parts, .fresh-codes");
}

const ask = ({ page }, path, body) =>
    page.evaluate(
        async ([to, sent]) => {
            const response = await fetch(to, {
                method: "POST",
                headers: { "content-type": "application/json" },
                body: JSON.stringify(sent),
            });
            return response.json();
        },
        [path, body],
    );

const eachSize = [
    { size: "1440x900" },
    { size: "820x1180", theme: "candle" },
    { size: "390x844", language: "en" },
];

await check("the host removes and blocks somebody before the game, and forgives", () =>
    visiting([{}, { size: "390x844", language: "en" }], async (host, guest) => {
        await enter(host, "up", "Agnes");
        const { path } = await ask(host, "/api/tables", { game: "tallinn", players: 3 });
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

served.close();
await browser.close();
end();
