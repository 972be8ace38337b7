// View models of sponsors, made from API responses.
import { imageAt } from "../images/images.js";

/** The sponsors of a list, in its order. `tiers` maps tiers to their labels. */
export const sponsorEntries = (sponsors, _page, { tiers, fallbackTier }) =>
  sponsors.map((sponsor) => ({
    id: sponsor.id,
    name: sponsor.name,
    tier: tiers[sponsor.tier || fallbackTier] ?? sponsor.tier,
    description: sponsor.description ?? "",
    logo: imageAt(sponsor.logo_url, sponsor.logo),
    website_url: sponsor.website_url ?? "",
  }));

/** The groups that have sponsors. `groups` maps a group's name to the labels of its tiers. */
export function sponsorGroups(sponsors, page, { groups, ...options }) {
  const entries = sponsorEntries(sponsors, page, options);
  return Object.entries(groups)
    .map(([name, tiers]) => ({ name, sponsors: entries.filter(({ tier }) => tiers.includes(tier)) }))
    .filter((group) => group.sponsors.length > 0);
}
