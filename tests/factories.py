"""Valid and unique bodies of every entity; keyword arguments replace fields."""

from itertools import count
from typing import Any

Body = dict[str, Any]

PASSWORD = "a long enough password"
"""The password of all generated users."""

_numbers = count(1)


def event_body(**fields: Any) -> Body:
    """Return an event in the year 2100: upcoming, whenever the tests run."""
    number = next(_numbers)
    return {
        "title": f"Gala {number}",
        "description": f"An evening, number {number}",
        "location": "Lagos",
        "startDate": "2100-06-01T18:00:00+00:00",
        "endDate": "2100-06-01T22:00:00+00:00",
    } | fields


def nominee_body(**fields: Any) -> Body:
    number = next(_numbers)
    return {
        "name": f"Nominee {number}",
        "title": "Founder",
        "company": f"Company {number}",
        "bio": "She began with a borrowed sewing machine.",
        "achievements": "Three hundred women work with her.",
        "year": 2024,
    } | fields


def evening_item_body(**fields: Any) -> Body:
    return {"title": f"Item {next(_numbers)}"} | fields


def juror_body(**fields: Any) -> Body:
    number = next(_numbers)
    return {
        "name": f"Juror {number}",
        "email": f"juror-{number}@example.org",
        "categories": ["leadership"],
        "year": 2030,
    } | fields


def photo_body(**fields: Any) -> Body:
    number = next(_numbers)
    return {"title": f"Photo {number}", "imageUrl": f"/uploads/photo-{number}.jpg"} | fields


def video_body(**fields: Any) -> Body:
    number = next(_numbers)
    return {
        "title": f"Video {number}",
        "videoUrl": f"https://www.youtube.com/watch?v=video{number}",
        "year": 2024,
    } | fields


def blog_body(**fields: Any) -> Body:
    """Return a blog post, a draft."""
    number = next(_numbers)
    return {
        "title": f"Blog post {number}",
        "content": f"Some twenty characters and more, number {number}.",
    } | fields


def sponsor_body(**fields: Any) -> Body:
    number = next(_numbers)
    return {"name": f"Sponsor {number}", "logo_url": f"/uploads/logo-{number}.png"} | fields


def cover_page_body(**fields: Any) -> Body:
    """Return a cover page, an inactive one."""
    number = next(_numbers)
    return {"title": f"Cover {number}", "image_url": f"/uploads/cover-{number}.jpg"} | fields


def content_body(**fields: Any) -> Body:
    number = next(_numbers)
    return {
        "name": f"Section {number}",
        "identifier": f"section-{number}",
        "content": {"text": f"Text {number}"},
    } | fields


def user_body(**fields: Any) -> Body:
    number = next(_numbers)
    return {
        "username": f"person-{number}",
        "password": PASSWORD,
        "email": f"person-{number}@example.org",
        "name": f"Person {number}",
    } | fields


def message_body(**fields: Any) -> Body:
    number = next(_numbers)
    return {
        "name": f"Visitor {number}",
        "email": f"visitor-{number}@example.org",
        "inquiryType": "general",
        "message": f"A message of ten characters and more, number {number}.",
    } | fields


def subscriber_body(**fields: Any) -> Body:
    return {"email": f"reader-{next(_numbers)}@example.org"} | fields
