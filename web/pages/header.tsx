// The bar on top of every page, and the settings dialogue.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { operatorPages } from "../client/server";
import { useMe } from "../client/requests";
import { offered } from "../offer";
import { Dialog } from "../pieces/dialog";
import { Count, Icon, Symbol } from "../pieces/symbol";
import { link } from "../route";
import { change, themeOf, type Settings } from "../store/settings";
import { useSettings } from "../store/watch";
import { useWords } from "../words";

interface HeaderProps {
    readonly title?: string;
    readonly sub?: string;
    readonly children?: ComponentChildren; // buttons of the page itself
    readonly menu?: ComponentChildren; // further entries of the menu
    // the address of a page that is not a table; its bar links to the other pages
    readonly here?: string;
}

export function Header({ title, sub, children, menu, here }: HeaderProps) {
    const words = useWords(),
        [open, setOpen] = useState(false);
    return (
        <header class="top">
            <a class="brand" {...link("/")} title={words.word("web.header.home")}>
                <Symbol name="i-table" box="0 0 32 32" />
                <span>Tafelrunde</span>
            </a>
            {here === undefined ? (
                <div class="where">
                    {title && <h1>{title}</h1>}
                    {sub && <span>{sub}</span>}
                </div>
            ) : (
                <nav class="places" aria-label={words.word("web.nav.label")}>
                    <Places here={here} kind="place-link" />
                </nav>
            )}
            <nav class="tools" aria-label={words.word("web.header.tools")}>
                {children}
                <Tool
                    icon="menu"
                    word={words.word("web.header.menu")}
                    onClick={() => setOpen(true)}
                />
            </nav>
            {open && (
                <Dialog
                    title={words.word("web.header.menu")}
                    class="menu"
                    close={() => setOpen(false)}
                >
                    {menu && (
                        <div class="menu-more" onClick={() => setOpen(false)}>
                            {menu}
                        </div>
                    )}
                    {here === undefined && (
                        <nav
                            class="menu-more"
                            aria-label={words.word("web.nav.label")}
                            onClick={() => setOpen(false)}
                        >
                            <Places kind="btn quiet" />
                        </nav>
                    )}
                    <SettingsForm />
                    <nav class="menu-foot" aria-label={words.word("web.nav.operator")}>
                        <OperatorLinks />
                    </nav>
                </Dialog>
            )}
        </header>
    );
}

/** Links to the pages that are not tables. */
function Places({ here = "", kind }: { readonly here?: string; readonly kind: string }) {
    const { word } = useWords(),
        me = useMe(),
        account = me && !me.guest ? me.name : word("web.nav.account");
    const places = [
        ["/lobby", word("web.nav.lobby"), "people", word("web.nav.lobby_short")],
        ["/tournaments", word("web.tournament.title"), "pennant"],
        [
            `/leaders/${offered[0]!.id}`,
            word("web.nav.leaders"),
            "crown",
            word("web.nav.leaders_short"),
        ],
        ["/account", account, "key"],
    ] as const;
    return (
        <>
            {places.map(([path, name, icon, short = name]) => (
                <a
                    key={path}
                    class={kind}
                    {...link(path)}
                    aria-current={here && path.startsWith(here) ? "page" : undefined}
                >
                    <Icon name={icon} />
                    <span class="long">{name}</span>
                    <span class="short">{short}</span>
                </a>
            ))}
        </>
    );
}

const operatorWords: Readonly<Record<string, string>> = {
    imprint: "web.nav.imprint",
    impressum: "web.nav.imprint",
    privacy: "web.nav.privacy",
    datenschutz: "web.nav.privacy",
};

/** The operator's own pages: "imprint.html", or one file per language such as "imprint.de.html". */
function OperatorLinks() {
    const { word, language } = useWords(),
        [pages, set] = useState<readonly string[]>([]);
    useEffect(() => void operatorPages().then(set), []);
    const found = pages.flatMap((file) => {
        const name = /^([^/]+?)(?:\.(de|en))?\.(?:html|txt)$/.exec(file);
        return name && (name[2] ?? language) === language ? [{ file, stem: name[1]! }] : [];
    });
    return (
        <>
            {found.map(({ file, stem }) => (
                <a key={file} href={`/pages/${file}`}>
                    {operatorWords[stem] ? word(operatorWords[stem]) : stem}
                </a>
            ))}
        </>
    );
}

/** The footer of every page that is not a table. */
export function Foot({ children }: { readonly children?: ComponentChildren }) {
    const { word } = useWords();
    return (
        <footer class="ft">
            <span>
                <Icon name="dice" />
                {word("web.home.checkable")}
            </span>
            {children}
            <OperatorLinks />
        </footer>
    );
}

interface ToolProps {
    readonly icon: string;
    readonly word: string;
    readonly class?: string;
    readonly disabled?: boolean;
    readonly badge?: number; // the number of new items
    onClick(): void;
}

export function Tool({
    icon,
    word,
    class: kind = "",
    disabled = false,
    badge = 0,
    onClick,
}: ToolProps) {
    return (
        <button
            type="button"
            class={`tool ${kind}`}
            aria-label={badge > 0 ? `${word} ${badge}` : word}
            disabled={disabled}
            onClick={onClick}
        >
            <Icon name={icon} />
            <span>{word}</span>
            {badge > 0 && (
                <>
                    {" "}
                    <Count n={badge} />
                </>
            )}
        </button>
    );
}

/** The button in the header that switches between day and candle. */
export function ThemeTool({ class: kind = "" }: { readonly class?: string }) {
    const words = useWords(),
        candle = themeOf(useSettings()) === "candle";
    return (
        <Tool
            icon="candle"
            class={kind}
            word={words.word(candle ? "web.theme.day" : "web.theme.candle")}
            onClick={() => change({ theme: candle ? "day" : "candle" })}
        />
    );
}

interface PickProps<T extends string> {
    readonly title: string;
    readonly value: T;
    readonly values: readonly (readonly [T, string])[];
    pick(value: T): void;
}

/** A choice of one: radio buttons drawn as a bar. */
export function Pick<T extends string>({ title, value, values, pick }: PickProps<T>) {
    return (
        <fieldset class="pick-one">
            <legend>{title}</legend>
            <div>
                {values.map(([id, word]) => (
                    <label key={id} class={id === value ? "on" : undefined}>
                        <input
                            type="radio"
                            name={title}
                            value={id}
                            checked={id === value}
                            onChange={() => pick(id)}
                        />
                        <span>{word}</span>
                    </label>
                ))}
            </div>
        </fieldset>
    );
}

function SettingsForm() {
    const { word } = useWords(),
        settings = useSettings();
    const set =
        <K extends keyof Settings>(key: K) =>
        (value: Settings[K]) =>
            change({ [key]: value } as Partial<Settings>);
    return (
        <div class="settings">
            <Pick
                title={word("web.settings.language")}
                value={settings.language}
                pick={set("language")}
                values={[
                    ["de", "Deutsch"],
                    ["en", "English"],
                ]}
            />
            <Pick
                title={word("web.settings.theme")}
                value={settings.theme}
                pick={set("theme")}
                values={[
                    ["system", word("web.settings.system")],
                    ["day", word("web.theme.day")],
                    ["candle", word("web.theme.candle")],
                ]}
            />
            <Pick
                title={word("web.settings.motion")}
                value={settings.speed}
                pick={set("speed")}
                values={[
                    ["slow", word("web.speed.slow")],
                    ["normal", word("web.speed.normal")],
                    ["fast", word("web.speed.fast")],
                    ["off", word("web.settings.off")],
                ]}
            />
            <Pick
                title={word("web.settings.sound")}
                value={settings.sound ? "on" : "off"}
                pick={(value) => change({ sound: value === "on" })}
                values={[
                    ["on", word("web.settings.on")],
                    ["off", word("web.settings.off")],
                ]}
            />
            <NameSetting />
        </div>
    );
}

function NameSetting() {
    const { word } = useWords(),
        { name } = useSettings(),
        me = useMe();
    return (
        <label class="field">
            <span>{word("web.settings.name")}</span>
            <input
                type="text"
                maxLength={24}
                value={name || me?.name || ""}
                autocomplete="nickname"
                onInput={({ currentTarget }) => change({ name: currentTarget.value.trim() })}
            />
        </label>
    );
}
