// The pages of tournaments, which are loaded together.
export { TournamentsPage } from "./list";
export { TournamentPage } from "./page";
export { PosterPage } from "./poster";
export { ScreenPage } from "./screen";
