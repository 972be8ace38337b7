// View models of sponsors, made from API responses.
import { pick } from "../queries/fields.js";
import { imageAt } from "../images/images.js";

/** The sponsors of a list, in its order. `tiers` maps tiers to their labels. */
export const sponsorEntries = (sponsors, _page, { fields, tiers, fallbackTier }) =>
  sponsors.map((sponsor) => ({
    ...pick(sponsor, fields),
    tier: tiers[sponsor.tier || fallbackTier] ?? sponsor.tier,
    logo: imageAt(sponsor.logo_url, sponsor.logo),
  }));

/** The groups that have sponsors. `groups` maps a group's name to the labels of its tiers. */
export function sponsorGroups(sponsors, page, { groups, ...options }) {
  const entries = sponsorEntries(sponsors, page, options);
  return Object.entries(groups)
    .map(([name, tiers]) => ({ name, sponsors: entries.filter(({ tier }) => tiers.includes(tier)) }))
    .filter((group) => group.sponsors.length > 0);
}
