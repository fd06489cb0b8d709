// The bar on top of every page, and what the person can set.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Dialog } from "../pieces/dialog";
import { Count, Icon, Symbol } from "../pieces/symbol";
import { link } from "../route";
import { change, themeOf, type Settings } from "../store/settings";
import { useSettings } from "../store/use";
import { useWords } from "../words";

interface HeaderProps {
    readonly title?: string;
    readonly sub?: string;
    readonly children?: ComponentChildren; // tools of the page
    readonly menu?: ComponentChildren; // what the page adds to the menu
}

export function Header({ title, sub, children, menu }: HeaderProps) {
    const words = useWords(), [open, setOpen] = useState(false);
    return (
        <header class="top">
            <a class="brand" {...link("/")} title={words.word("web.header.home")}>
                <Symbol name="i-table" box="0 0 32 32" />
                <span>Tafelrunde</span>
            </a>
            <div class="where">
                {title && <h1>{title}</h1>}
                {sub && <span>{sub}</span>}
            </div>
            <nav class="tools" aria-label={words.word("web.header.tools")}>
                {children}
                <Tool icon="menu" word={words.word("web.header.menu")} onClick={() => setOpen(true)} />
            </nav>
            {open && (
                <Dialog title={words.word("web.header.menu")} class="menu" close={() => setOpen(false)}>
                    {menu && <div class="menu-more" onClick={() => setOpen(false)}>{menu}</div>}
                    <SettingsForm />
                </Dialog>
            )}
        </header>
    );
}

interface ToolProps {
    readonly icon: string;
    readonly word: string;
    readonly class?: string;
    readonly disabled?: boolean;
    readonly badge?: number; // so many are new
    onClick(): void;
}

export function Tool({ icon, word, class: kind = "", disabled = false, badge = 0, onClick }: ToolProps) {
    return (
        <button type="button" class={`tool ${kind}`} aria-label={badge > 0 ? `${word} ${badge}` : word} disabled={disabled} onClick={onClick}>
            <Icon name={icon} /><span>{word}</span>{badge > 0 && <> <Count n={badge} /></>}
        </button>
    );
}

/** Day or candle at a touch, for the header. */
export function ThemeTool({ class: kind = "" }: { readonly class?: string }) {
    const words = useWords(), candle = themeOf(useSettings()) === "candle";
    return <Tool icon="candle" class={kind} word={words.word(candle ? "web.theme.day" : "web.theme.candle")} onClick={() => change({ theme: candle ? "day" : "candle" })} />;
}

interface PickProps<T extends string> {
    readonly title: string;
    readonly value: T;
    readonly values: readonly (readonly [T, string])[];
    pick(value: T): void;
}

/** One of a few: radio buttons that look like a bar. */
export function Pick<T extends string>({ title, value, values, pick }: PickProps<T>) {
    return (
        <fieldset class="pick-one">
            <legend>{title}</legend>
            <div>
                {values.map(([id, word]) => (
                    <label key={id} class={id === value ? "on" : undefined}>
                        <input type="radio" name={title} value={id} checked={id === value} onChange={() => pick(id)} />
                        <span>{word}</span>
                    </label>
                ))}
            </div>
        </fieldset>
    );
}

export function SettingsForm() {
    const words = useWords(), settings = useSettings(), { word } = words;
    const set = <K extends keyof Settings>(key: K) => (value: Settings[K]) => change({ [key]: value } as Partial<Settings>);
    return (
        <div class="settings">
            <Pick title={word("web.settings.language")} value={settings.language} pick={set("language")} values={[["de", "Deutsch"], ["en", "English"]]} />
            <Pick title={word("web.settings.theme")} value={settings.theme} pick={set("theme")}
                values={[["system", word("web.settings.system")], ["day", word("web.theme.day")], ["candle", word("web.theme.candle")]]} />
            <Pick title={word("web.settings.motion")} value={settings.motion} pick={set("motion")} values={[["system", word("web.settings.system")], ["still", word("web.settings.still")]]} />
            <Pick title={word("web.settings.sound")} value={settings.sound ? "on" : "off"} pick={(value) => change({ sound: value === "on" })}
                values={[["on", word("web.settings.on")], ["off", word("web.settings.off")]]} />
            <label class="field">
                <span>{word("web.settings.name")}</span>
                <input type="text" maxLength={24} value={settings.name} autocomplete="nickname" onInput={({ currentTarget }) => change({ name: currentTarget.value.trim() })} />
            </label>
        </div>
    );
}
