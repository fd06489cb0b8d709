// How components look: drawing only, keyed by component code.
import { sections } from "./view";

interface Art {
    readonly symbol: string;
    readonly box: string;
    readonly person?: boolean;
}

const art = (symbol: string, box = "0 0 48 48"): Art => ({ symbol, box });
const person = (symbol: string): Art => ({ symbol, box: "0 0 40 56", person: true });

/** Cards whose picture is not that of their material. Craftsmen show their product. */
export const cardArt: Readonly<Record<string, Art>> = {
    archdeacon: person("duell-archdeacon"),
    architect: person("duell-architect"),
    builder: person("p-builder"),
    cellarer: person("duell-cellarer"),
    countess: person("duell-countess"),
    foreman: person("duell-foreman"),
    herbwife: person("duell-herbwife"),
    sheriff: person("duell-sheriff"),
    steward: person("duell-steward"),
    wooltrader: person("duell-wooltrader"),
    gold3: art("gold"),
    gold4: art("gold"),
    gold5: art("gold"),
    gold6: art("gold"),
    power: art("power", "0 0 48 60"),
    influence: art("duell-influence"),
    market2: art("duell-market"),
    market3: art("duell-market"),
    journeyman: art("duell-journeyman"),
    labour: art("duell-labour"),
    lucky: art("duell-lucky"),
    site: art("duell-site"),
    tithe: art("duell-tithe"),
    ore: art("ore"),
    sand: art("sand"),
    stone: art("stone"),
    wood: art("wood"),
    wool: art("wool"),
    carpenter1: art("beam"),
    mixer1: art("mortar"),
    mason1: art("ashlar"),
    weaver1: art("cloth"),
    weaver2: art("cloth"),
    founder2: art("bell"),
    founder3: art("bell"),
};

export const sealArt: Readonly<Record<string, string>> = {
    "05": "seal",
    "14": "seal",
    "23": "seal",
    own: "seal-own",
};

/** The materials in the order of a building site. */
export const materialArt: Readonly<Record<string, string>> = {
    wood: "wood",
    sand: "sand",
    stone: "stone",
    ore: "ore",
    wool: "wool",
};

/** A line of the layout: its cards, and its coordinates. */
export const lines: Readonly<
    Record<string, { readonly cards: readonly string[]; readonly path: string }>
> = {
    r1: { cards: ["1", "2", "3"], path: "M6 50H294" },
    r2: { cards: ["4", "5", "6"], path: "M6 150H294" },
    r3: { cards: ["7", "8", "9"], path: "M6 250H294" },
    c1: { cards: ["1", "4", "7"], path: "M50 6V294" },
    c2: { cards: ["2", "5", "8"], path: "M150 6V294" },
    c3: { cards: ["3", "6", "9"], path: "M250 6V294" },
    d1: { cards: ["1", "5", "9"], path: "M12 12 288 288" },
    d2: { cards: ["3", "5", "7"], path: "M288 12 12 288" },
};

// ---- the buildings: each material of a section colours its own part ----

interface Stroke {
    readonly d: string;
    readonly fill?: string;
    readonly width: number;
}

export interface Part {
    readonly section: string;
    readonly material: string;
    readonly strokes: readonly Stroke[];
}

export interface Building {
    readonly name: string; // key of its name
    readonly parts: readonly Part[]; // from back to front
    // by section
    readonly scaffolds: Readonly<Record<string, readonly [x: number, top: number, bottom: number]>>;
}

const wall = "#e8dcc2",
    trim = "#bfae8a",
    door = "#8a5a2c",
    dark = "#4a3a2c",
    glass = "#4a86bd",
    gilt = "#e8b93c",
    red = "#b3361e",
    blue = "#1f5a96",
    bronze = "#d79a2b";
const fill = (d: string, colour: string, width = 2): Stroke => ({ d, fill: colour, width });
const line = (d: string, width: number): Stroke => ({ d, width });
const part = (section: string, material: string, ...strokes: readonly Stroke[]): Part => ({
    section,
    material,
    strokes,
});
const bellAt = (x: number) =>
    `M${x - 1.8} 79Q${x} 75.5 ${x + 1.8} 79Q${x + 4.8} 80 ${x + 5} 86 ${x + 5.2} 90 ${x + 7.4} 92` +
    `H${x - 7.4}Q${x - 5.2} 90 ${x - 5} 86 ${x - 4.8} 80 ${x - 1.8} 79Z`;

const castle: Building = {
    name: "duell.part.building.castle",
    parts: [
        part(
            "I",
            "stone",
            fill(
                "M8 196V188H18.8V196H29.6V188H40.5V196H51.3V188H62.1V196H72.9V188H83.8V196H94.6" +
                    "V188H105.4V196H116.2V188H127.1V196H137.9V188H148.7V196H159.5V188H170.4" +
                    "V196H181.2V188H192V196V262H8Z",
                wall,
            ),
            line("M8 206H192", 1.3),
            line("M14 216h8M40 250h9M62 244h8M130 246h9M160 216h8M178 248h8M18 244h7", 1),
        ),
        part(
            "I",
            "sand",
            fill("M76 262V224Q100 196 124 224V262Z", trim),
            line("M30 222v14M56 222v14M144 222v14M170 222v14", 4),
        ),
        part(
            "I",
            "wood",
            fill("M83 262V228Q100 206 117 228V262Z", door),
            line("M91 221V262M100 217V262M109 221V262M83 236H117M83 250H117", 1.4),
        ),
        part(
            "II",
            "stone",
            fill("M16 188V132H50V188ZM150 188V132H184V188Z", wall),
            fill("M56 188V104H144V188Z", wall),
            line("M66 188V104M134 188V104", 1.1),
            line("M70 112h8M120 118h9M70 172h8M122 168h8M20 178h7M154 178h7", 1),
        ),
        part(
            "II",
            "sand",
            fill("M84 154V132Q100 108 116 132V154Z", trim),
            fill("M88 154V134Q100 114 112 134V154Z", glass),
            line("M100 124V154M88 140H112", 1.4),
            fill("M86 186V172Q92 163 98 172V186ZM102 186V172Q108 163 114 172V186Z", dark, 1.6),
        ),
        part(
            "II",
            "wool",
            fill("M25 138H41V182L33 174L25 182Z", red, 1.6),
            line("M33 144V162M28 151H38", 2.2),
            fill("M159 138H175V182L167 174L159 182Z", red, 1.6),
            line("M167 144V162M162 151H172", 2.2),
        ),
        part(
            "III",
            "wood",
            fill("M78 98V56H122V98Z", wall),
            fill("M72 56 100 22 128 56Z", red),
            fill(
                "M50 108V98H61.1V108H72.2V98H83.3V108H94.4V98H105.6V108H116.7V98H127.8V108H138.9" +
                    "V98H150V108Z",
                trim,
            ),
            fill("M11 132 33 88 55 132ZM145 132 167 88 189 132Z", red),
        ),
        part(
            "III",
            "ore",
            fill("M92 88V72Q100 60 108 72V88Z", dark),
            line("M97 66V88M103 66V88M92 76H108", 1.8),
        ),
        part(
            "III",
            "wool",
            line("M100 23V3", 2.2),
            fill("M101 4L121 8.5L101 13Z", red, 1.4),
            line("M33 90V70", 2.2),
            fill("M34 71L47 75.5L34 80Z", red, 1.4),
            line("M167 90V70", 2.2),
            fill("M168 71L181 75.5L168 80Z", red, 1.4),
        ),
    ],
    scaffolds: { I: [3, 192, 262], II: [3, 100, 184], III: [124, 36, 98] },
};

const cathedral: Building = {
    name: "duell.part.building.cathedral",
    parts: [
        part(
            "I",
            "stone",
            fill("M12 262V206L22 196V184H178V196L188 206V262Z", wall),
            line("M22 192H178M22 196V262M178 196V262", 1.3),
            line("M27 214h6M66 208h8M126 210h8M168 220h6M28 240h5M126 238h7M67 244h7", 1),
        ),
        part(
            "I",
            "sand",
            fill("M78 262V224Q100 188 122 224V262Z", trim),
            fill("M33 262V234Q48 207 63 234V262ZM137 262V234Q152 207 167 234V262Z", trim),
        ),
        part(
            "I",
            "wood",
            fill("M86 262V228Q100 204 114 228V262Z", door),
            fill("M38 262V237Q48 217 58 237V262ZM142 262V237Q152 217 162 237V262Z", door),
            line("M100 217V262M48 227V262M152 227V262M95 243v.1M105 243v.1", 1.5),
        ),
        part(
            "II",
            "stone",
            fill("M26 184V106H174V184Z", wall),
            line("M70 106V184M130 106V184M26 113H174", 1.3),
            line("M30 124h6M74 122h5M122 176h5M165 172h6M74 178h6", 1),
        ),
        part(
            "II",
            "sand",
            fill("M100 121A25 25 0 1 0 100.1 121Z", trim),
            fill("M100 126A20 20 0 1 0 100.1 126Z", glass),
            line("M100 126V166M80 146H120M86 132 114 160M114 132 86 160", 1.5),
            fill("M100 139.5A6.5 6.5 0 1 0 100.1 139.5Z", gilt, 1.5),
        ),
        part(
            "II",
            "wool",
            fill("M40 124H56V168L48 160L40 168Z", blue, 1.6),
            line("M48 130V148M43 137H53", 2.2),
            fill("M144 124H160V168L152 160L144 168Z", blue, 1.6),
            line("M152 130V148M147 137H157", 2.2),
        ),
        part(
            "III",
            "wood",
            fill("M70 106 100 66 130 106Z", wall),
            line("M66 106 100 62 134 106", 3),
            fill("M30 106V58H70V106ZM130 106V58H170V106Z", wall),
            fill("M26 58 50 14 74 58ZM126 58 150 14 174 58Z", blue),
            line("M38 44h24M138 44h24", 1),
            line("M100 62V46M94 52H106", 2.6),
        ),
        part(
            "III",
            "ore",
            fill("M38 100V78Q50 60 62 78V100ZM138 100V78Q150 60 162 78V100Z", dark),
            fill(bellAt(50) + bellAt(150), bronze, 1.4),
        ),
        part(
            "III",
            "wool",
            line("M50 20V0", 2.2),
            fill("M51 1L67 5.5L51 10Z", blue, 1.4),
            line("M150 20V0", 2.2),
            fill("M151 1L167 5.5L151 10Z", blue, 1.4),
        ),
    ],
    scaffolds: { I: [5, 192, 262], II: [7, 106, 184], III: [7, 40, 106] },
};

/** If a section needs a material that was not drawn for it, that material gets the part of one that
 * it no longer needs. */
function partFor({ parts }: Building, part: Part): Part {
    const needs = sections.find(({ code }) => code === part.section)!.needs;
    if (needs.includes(part.material)) return part;
    const had = parts
        .filter(({ section }) => section === part.section)
        .map(({ material }) => material);
    const spare = had.filter((material) => !needs.includes(material)),
        wanted = needs.filter((material) => !had.includes(material));
    return { ...part, material: wanted[spare.indexOf(part.material)]! };
}

export const buildings: readonly Building[] = [castle, cathedral].map((building) =>
    // by seat
    ({ ...building, parts: building.parts.map((part) => partFor(building, part)) }),
);

/** A scaffold: posts, planks and a ladder. */
export function scaffold([x, top, bottom]: readonly [number, number, number]): {
    readonly posts: string;
    readonly planks: string;
    readonly ladder: string;
} {
    const rows = (from: number, step: number) =>
        Array.from(
            { length: Math.max(1, Math.ceil((bottom - from) / step)) },
            (_, i) => from + i * step,
        );
    return {
        posts: `M${x + 5} ${bottom}V${top}M${x + 27} ${bottom}V${top}`,
        planks: rows(top + 7, 25)
            .map((y) => `M${x} ${y}h32`)
            .join(""),
        ladder: `M${x + 12} ${bottom}V${top + 8}M${x + 20} ${bottom}V${top + 8}${rows(top + 13, 7)
            .map((y) => `M${x + 12} ${y}h8`)
            .join("")}`,
    };
}

export const crane = "M186 262V82L158 74M186 98L172 79";
