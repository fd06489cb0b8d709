// What a scoring would bring now, by country, alliance and chain. The engine computes all points.
import { useMemo } from "preact/hooks";
import { useDescribed } from "../../pieces/described";
import { Later } from "../../pieces/kept";
import { Mark, Symbol } from "../../pieces/symbol";
import { Arms } from "./cards";
import {
    alliances,
    allianceSentence,
    cards,
    chainSentence,
    cloisterSentence,
    noStanding,
    standingOf,
    type Alliance,
    type Claim,
    type CloisterClaim,
    type Country,
    type Kardinal,
    type Props,
    type Standing,
} from "./view";

export function useStanding(view: Kardinal): Standing {
    const described = useDescribed(view);
    return useMemo(() => (described ? standingOf(described) : noStanding), [described]);
}

const who = ({ seats, word }: Props, seat: number) =>
    seats[seat]?.me ? word("web.you") : (seats[seat]?.name ?? "");

function Cell({
    props,
    country,
    seat,
    claim,
}: {
    readonly props: Props;
    readonly country: Country;
    readonly seat: number;
    readonly claim: CloisterClaim | undefined;
}) {
    const of = props.view.seats[seat]!,
        cloisters = of.cloisters_in[country.at] ?? 0,
        councillors = of.councillors_in[country.at] ?? 0;
    if (cloisters === 0 && councillors === 0)
        return (
            <td class="ks-none">
                <span class="hidden">{props.word("kardinal.board.nothing")}</span>
            </td>
        );
    return (
        <td
            class={claim?.rank === 1 ? "ks-first" : undefined}
            title={claim && props.say(cloisterSentence(country, claim, props.view))}
        >
            <b>{claim ? claim.points : "–"}</b>
            <span class="ks-count" aria-hidden="true">
                {cloisters > 0 && (
                    <i>
                        <Symbol name="cloister" box="0 0 48 48" class={`ks-sym s${seat}`} />
                        {cloisters}
                    </i>
                )}
                {councillors > 0 && (
                    <i>
                        <Symbol name="councillor" box="0 0 48 48" class={`ks-sym s${seat}`} />
                        {councillors}
                    </i>
                )}
            </span>
            <span class="hidden">
                {props.word("kardinal.board.cell", { cloisters, councillors })}
            </span>
        </td>
    );
}

/** The cards that a seat took openly and has not played; everybody knows them. */
function Known({ props, seat }: { readonly props: Props; readonly seat: number }) {
    const { known } = props.view.seats[seat]!;
    return (
        <td>
            <span class="ks-known object">
                {cards.flatMap(({ code, tint, deep, countries }, i) =>
                    Array.from({ length: known[i] ?? 0 }, (_, nth) => (
                        <span
                            key={`${code}:${nth}`}
                            class="ks-mini"
                            style={{ "--tint": tint, "--deep": deep }}
                            title={props.word(`kardinal.part.card.${code}`)}
                        >
                            {countries.map((country) => (
                                <Arms key={country} country={country} />
                            ))}
                            <span class="hidden">{props.word(`kardinal.part.card.${code}`)}</span>
                        </span>
                    )),
                )}
            </span>
        </td>
    );
}

interface TableProps {
    readonly props: Props;
    readonly standing: Standing;
}

const SeatColumns = ({ props }: { readonly props: Props }) => (
    <thead>
        <tr>
            <th scope="col">
                <span class="hidden">{props.word("kardinal.board.country")}</span>
            </th>
            {props.seats.map(({ seat }) => (
                <th key={seat} scope="col">
                    <Mark seat={seat} />
                    <span class="hidden">{who(props, seat)}</span>
                </th>
            ))}
        </tr>
    </thead>
);

function CountryRow({
    props,
    country,
    claims,
}: {
    readonly props: Props;
    readonly country: Country;
    readonly claims: readonly CloisterClaim[];
}) {
    return (
        <tr>
            <th scope="row">
                <span class="object">
                    <Arms country={country.code} />
                </span>
                {props.word(`kardinal.part.country.${country.code}`)}
            </th>
            {props.seats.map(({ seat }) => (
                <Cell
                    key={seat}
                    props={props}
                    country={country}
                    seat={seat}
                    claim={claims.find((claim) => claim.seat === seat)}
                />
            ))}
        </tr>
    );
}

const none: readonly CloisterClaim[] = [];

const CountryRows = ({ props, standing }: TableProps) => (
    <>
        {standing.order.map((country) => {
            const { code, at } = country,
                claims = standing.cloisters.get(code) ?? none,
                here = props.view.seats.map(
                    ({ cloisters_in: cloisters, councillors_in: councillors }) => [
                        cloisters[at],
                        councillors[at],
                    ],
                );
            return (
                <Later
                    key={code}
                    by={[claims, here, props.seats, props.word]}
                    draw={() => <CountryRow props={props} country={country} claims={claims} />}
                />
            );
        })}
    </>
);

function Cloisters({ props, standing }: TableProps) {
    const { word, view, seats } = props;
    return (
        <table class="ks-table">
            <caption class="hidden">{word("kardinal.view.now_cloisters")}</caption>
            <SeatColumns props={props} />
            <tbody>
                <CountryRows props={props} standing={standing} />
                {view.runs > 0 && (
                    <tr class="ks-interim">
                        <th scope="row">{word("kardinal.board.interim")}</th>
                        {seats.map(({ seat }) => (
                            <td key={seat}>
                                <b>{view.seats[seat]!.first}</b>
                            </td>
                        ))}
                    </tr>
                )}
                <Later
                    by={[view.seats.map(({ known }) => known), word]}
                    draw={() => (
                        <tr class="ks-interim">
                            <th scope="row">{word("kardinal.board.known")}</th>
                            {seats.map(({ seat }) => (
                                <Known key={seat} props={props} seat={seat} />
                            ))}
                        </tr>
                    )}
                />
            </tbody>
        </table>
    );
}

const Claims = ({ claims }: { readonly claims: readonly Claim[] }) => (
    <span class="ks-claims" aria-hidden="true">
        {claims.map(({ seat }) => (
            <Mark key={seat} seat={seat} />
        ))}
        {claims.length > 0 && <b>{`+${claims[0]!.points}`}</b>}
    </span>
);

function AllianceLine({
    say,
    alliance,
    claims,
}: {
    readonly say: Props["say"];
    readonly alliance: Alliance;
    readonly claims: readonly Claim[];
}) {
    const {
        number,
        countries: [one, other],
    } = alliance;
    const text = claims.length
        ? claims.map((claim) => say(allianceSentence(alliance, claim))).join(" ")
        : say(allianceSentence(alliance));
    return (
        <li class={claims.length ? "held" : undefined} title={text} data-about={number}>
            <span class="ks-no" aria-hidden="true">
                {number}
            </span>
            <span class="object">
                <Arms country={one!} />
                <Arms country={other!} />
            </span>
            <Claims claims={claims} />
            <span class="hidden">{text}</span>
        </li>
    );
}

const Alliances = ({
    props: { say },
    standing,
}: {
    readonly props: Props;
    readonly standing: Standing;
}) => (
    <ul class="ks-alliances">
        {alliances.map((alliance) => {
            const { number } = alliance,
                claims = standing.alliances.get(number) ?? [];
            return (
                <Later
                    key={number}
                    by={[claims, say]}
                    draw={() => <AllianceLine say={say} alliance={alliance} claims={claims} />}
                />
            );
        })}
    </ul>
);

function Chains({ props, standing }: { readonly props: Props; readonly standing: Standing }) {
    if (standing.chains.length === 0) return null;
    return (
        <ul class="ks-chains">
            {standing.chains.map((chain, i) => (
                <li key={i} title={props.say(chainSentence(chain))}>
                    <Mark seat={chain.seat} />
                    <span>
                        {chain.spaces
                            .map((code) => props.word(`kardinal.part.space.${code}`))
                            .join(" – ")}
                    </span>
                    <b>{`+${chain.points}`}</b>
                </li>
            ))}
        </ul>
    );
}

/** Cards with their counts; the discard pile is public. */
function Discards({ props }: { readonly props: Props }) {
    const { view, word } = props;
    return (
        <div
            class="ks-discards"
            role="group"
            aria-label={word("kardinal.board.discards")}
            data-anchor="discards"
        >
            {cards.map(({ code, tint, deep, countries }, i) => {
                const count = view.discards[i] ?? 0;
                return (
                    <span
                        key={code}
                        class={`ks-chip object${count ? "" : " none"}`}
                        style={{ "--tint": tint, "--deep": deep }}
                        title={word(`kardinal.part.card.${code}`)}
                    >
                        {countries.map((country) => (
                            <Arms key={country} country={country} />
                        ))}
                        <b>{count}</b>
                        <span class="hidden">{word(`kardinal.part.card.${code}`)}</span>
                    </span>
                );
            })}
        </div>
    );
}

export function StandingLists({
    props,
    standing,
}: {
    readonly props: Props;
    readonly standing: Standing;
}) {
    const { word } = props;
    return (
        <div class="ks" role="group" aria-label={word("kardinal.board.standing")} tabIndex={0}>
            <h2>{word("kardinal.board.cloisters_now")}</h2>
            <Cloisters props={props} standing={standing} />
            <h2>{word("kardinal.score.alliances")}</h2>
            <Alliances props={props} standing={standing} />
            <h2>
                {word("kardinal.score.chains")}{" "}
                {standing.chains.length === 0 && <small>{word("kardinal.board.no_chains")}</small>}
            </h2>
            <Chains props={props} standing={standing} />
            <div class="ks-line">
                <h2>{word("kardinal.board.discards")}</h2>
                <Later by={[props.view.discards, word]} draw={() => <Discards props={props} />} />
            </div>
        </div>
    );
}

/** Who leads where, at a glance. Touching it opens the full table. */
export function Strip({
    props,
    standing,
    open,
}: {
    readonly props: Props;
    readonly standing: Standing;
    readonly open: () => void;
}) {
    const { word } = props;
    return (
        <button type="button" class="ks-strip panel" onClick={open}>
            <span class="ks-strip-title">
                <Symbol name="kardinal-score" />
                {word("kardinal.board.standing")}
                <Symbol name="i-right" />
            </span>
            {standing.order.map(({ code }) => {
                const first = (standing.cloisters.get(code) ?? []).filter(({ rank }) => rank === 1);
                return (
                    <span key={code} class="ks-lead" aria-hidden="true">
                        <span class="object">
                            <Arms country={code} />
                        </span>
                        <span class="ks-leaders">
                            {first.map(({ seat }) => (
                                <Mark key={seat} seat={seat} />
                            ))}
                        </span>
                    </span>
                );
            })}
        </button>
    );
}

/** The map in sentences, for screen readers. */
export function InWords({
    props,
    standing,
}: {
    readonly props: Props;
    readonly standing: Standing;
}) {
    return (
        <section class="hidden" aria-label={props.word("kardinal.board.in_words")}>
            <ul>
                {standing.words.map(
                    ([heading, ...lines], i) =>
                        heading && (
                            <Later
                                key={i}
                                by={[heading, lines, props.say]}
                                draw={() => (
                                    <li>
                                        {props.say(heading)}
                                        <ul>
                                            {lines.map((line, i) => (
                                                <li key={i}>{props.say(line)}</li>
                                            ))}
                                        </ul>
                                    </li>
                                )}
                            />
                        ),
                )}
            </ul>
        </section>
    );
}
