// What pages draw of videos as the API answers them.
import { longDate } from "$/public/external/awards_site/ui/queries/dates/dates.js";
import { imageAt, withEarlyImages } from "$/public/external/awards_site/ui/images/picture/images.js";

const ISO_DATE = /^(\d{4})-(\d\d)-(\d\d)$/;

// 'May 1, 2024' for an ISO date, other texts as they are.
function readableDate(text) {
  const [, year, month, day] = (ISO_DATE.exec(text) ?? []).map(Number);
  const isDate = month >= 1 && month <= 12 && day >= 1 && day <= new Date(year, month, 0).getDate();
  return isDate ? longDate({ year, month, day }) : text;
}

/**
 * The cards of a list. `filters` are the library's filters, `{key: {label, categories}}`; `labels`
 * are those of the stored categories, for one that no filter shows.
 */
export const videoCards = (videos, _page, { filters, labels, early = 0 }) =>
  withEarlyImages(
    (videos ?? []).map((video) => {
      const shownBy = Object.keys(filters).filter((key) =>
        filters[key].categories.includes(video.category),
      );
      return {
        id: video.id,
        title: video.title,
        description: video.description ?? "",
        video_url: video.videoUrl,
        thumbnail: imageAt(video.thumbnailUrl, video.thumbnail),
        duration: video.duration ?? "",
        date: readableDate(video.date ?? ""),
        category_label: filters[shownBy[0]]?.label ?? labels[video.category] ?? video.category,
        year: video.year,
        tags: video.tags ?? [],
        filter: [String(video.year), ...shownBy],
      };
    }),
    "thumbnail",
    early,
  );

/** The years of the filter, latest first: `always`, and later ones of which there is a video. */
export function videoYears(videos, always) {
  const later = videos.map(({ year }) => year).filter((year) => year > Math.max(...always));
  return [...new Set([...always, ...later])].sort((a, b) => b - a).map(String);
}
