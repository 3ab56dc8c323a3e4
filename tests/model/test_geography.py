"""GeoJSON in and out, the projection, merge recipes, and the bundled map of People Power."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from modgen.cli.merge_areas import merge_areas
from modgen.model.files.diagnostics import Diagnostics
from modgen.model.geography.geojson import Feature, Projector, geojson_text, read_geojson
from modgen.model.geography.geometry import area, contains, rings, shared_borders
from modgen.model.geography.merge_recipe import read_recipe
from modgen.model.types.base import Rect
from modgen.model.types.places import Projection

PEOPLE_POWER = Path(__file__).parents[2] / "assets" / "people_power"


def read(path):
    diagnostics = Diagnostics()
    found = read_geojson(path, path.name, diagnostics)
    return found, [str(one) for one in diagnostics.sorted()]


def square(x, y, size=1.0):
    return ((x, y), (x + size, y), (x + size, y + size), (x, y + size))


degrees = st.integers(-1800000, 1800000).map(lambda value: value / 10000)
points = st.tuples(degrees, degrees)
polygons = st.lists(
    st.lists(st.lists(points, min_size=3, max_size=6, unique=True).map(tuple), min_size=1).map(
        tuple
    ),
    min_size=1,
    max_size=3,
).map(tuple)
properties = st.dictionaries(
    st.text(max_size=5).filter(lambda key: key not in ("id", "name")), st.text(max_size=5)
)
features = st.one_of(
    st.builds(Feature, st.text(), st.text(), polygons, st.none(), properties),
    st.builds(Feature, st.text(), st.text(), st.just(()), points, properties),
)


@pytest.mark.long
@given(st.lists(features, max_size=3))
def test_what_is_written_is_read_back(tmp_path_factory, written):
    path = tmp_path_factory.mktemp("geo") / "map.geojson"
    path.write_text(geojson_text(written), encoding="utf-8")
    assert read(path) == (written, [])


def collection(*geometries, **properties):
    return json.dumps(
        {
            "type": "FeatureCollection",
            "features": [
                {"type": "Feature", "properties": properties, "geometry": geometry}
                for geometry in geometries
            ],
        }
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"features": [\n  {,]}', "map.geojson:2:4: not valid JSON"),
        ("[" * 100_000, "the file nests too deeply"),
        ("{}", "this is not GeoJSON"),
        ('{"features": [NaN]}', "`NaN` is not a number"),
        ('{"features": [5]}', "feature 1: expected a mapping"),
        (collection(None, id="cebu"), "feature 1 (`cebu`): `geometry` is missing"),
        (
            collection({"type": "LineString", "coordinates": [[0, 0], [1, 1]]}, name="Cebu"),
            "feature 1 (`Cebu`): the geometry `LineString` is not supported; use Polygon",
        ),
        (collection({"type": "Polygon", "coordinates": []}), "a polygon has no ring"),
        (
            collection({"type": "Polygon", "coordinates": [[[0, 0], [1, 1], [0, 0]]]}),
            "a ring has fewer than three corners",
        ),
        (
            collection({"type": "Point", "coordinates": [1]}),
            "a point must be a list of two numbers up to 1,000,000",
        ),
        (
            collection({"type": "Point", "coordinates": [True, 2]}),
            "a point must be a list of two numbers up to 1,000,000",
        ),
        (
            collection({"type": "Point", "coordinates": [1e7, 2]}),
            "a point must be a list of two numbers up to 1,000,000",
        ),
        (
            collection({"type": "Point", "coordinates": [10**400, 2]}),
            "a point must be a list of two numbers up to 1,000,000",
        ),
        (collection({"type": "MultiPolygon", "coordinates": 3}), "its coordinates must be a list"),
    ],
)
def test_bad_geojson_is_told_in_a_sentence(tmp_path, text, words):
    path = tmp_path / "map.geojson"
    path.write_text(text)
    features, problems = read(path)
    assert features == []
    assert len(problems) == 1
    assert words in problems[0]


def test_one_bad_feature_does_not_hide_the_next(tmp_path):
    path = tmp_path / "map.geojson"
    path.write_text(collection({"type": "Point", "coordinates": [1]}, None))
    assert len(read(path)[1]) == 2


# --- projection ----------------------------------------------------------------------------


PHILIPPINES = Projection(
    west=116.9, east=126.7, south=4.6, north=20.9, into=Rect(x=100, y=10, w=300, h=400)
)


@given(st.floats(110, 130), st.floats(0, 25))
def test_projection_turns_back(lon, lat):
    projector = Projector.fit(PHILIPPINES)
    assert projector.to_lonlat(projector.to_board((lon, lat))) == pytest.approx((lon, lat))


def test_projection_fits_centred_and_keeps_shapes():
    projector = Projector.fit(PHILIPPINES)
    left, top = projector.to_board((116.9, 20.9))
    right, bottom = projector.to_board((126.7, 4.6))
    assert (top, bottom) == pytest.approx((10, 410))
    assert left - 100 == pytest.approx(400 - right)
    # At the middle latitude (12.75 N) a degree of longitude is 0.97534 degrees of latitude long.
    assert (right - left) / 9.8 == pytest.approx(0.97534 * 400 / 16.3, rel=1e-4)


# --- recipes -------------------------------------------------------------------------------


def province(name, key, x, y):
    return Feature(key, name, ((square(x, y),),))


PROVINCES = [
    province("Abra", "P.A", 0, 0),
    province("Bohol", "P.B", 1, 0),
    province("Cebu", "P.C", 2, 0),
    province("Cebu", "P.CC", 3, 0),
    province("Davao", "P.D", 5, 5),
]


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "source.geojson"
    path.write_text(geojson_text(PROVINCES))
    return path


RECIPE = """\
smallest_detail: 1
areas:
  west: {name: West, provinces: [Abra, Bohol]}
  east: {name: East, provinces: [Cebu (P.C)]}
grey:
  rest: {name: Rest, provinces: [Cebu (P.CC)]}
cities:
  town: {name: Town, at: [1.5, 0.5]}
left_out: [Davao]
"""


def test_merge_areas_writes_areas_grey_land_and_cities(tmp_path, source):
    recipe = tmp_path / "areas.yaml"
    recipe.write_text(RECIPE)
    target = tmp_path / "map.geojson"
    result = CliRunner().invoke(merge_areas, [str(source), str(recipe), "-o", str(target)])
    assert result.exit_code == 0, result.output
    assert "4 features, 12 vertices" in result.output
    assert result.output.splitlines()[1:] == ["  east - rest by land", "  east - west by land"]
    features, problems = read(target)
    assert problems == []
    assert [(feature.id, feature.name, feature.properties["kind"]) for feature in features] == [
        ("west", "West", "area"),
        ("east", "East", "area"),
        ("rest", "Rest", "grey"),
        ("town", "Town", "city"),
    ]
    assert features[0].properties["provinces"] == ["Abra", "Bohol"]
    assert area(features[0].polygons) == 2
    assert features[3].point == (1.5, 0.5)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("Abra,", "Abrra,", "areas.yaml:3:34: unknown province `Abrra`; did you mean `Abra`?"),
        (
            "[Abra, Bohol]",
            "[Abra]",
            "areas.yaml:2:1: the province `Bohol` is not used; add it to an area or to `left_out`",
        ),
        (
            "[Abra, ",
            "[Abra, Davao, ",
            "areas.yaml:9:12: the province `Davao` is used twice; it is also in `west`",
        ),
        (
            "Cebu (P.C)",
            "Cebu",
            "areas.yaml:4:34: 2 provinces are named `Cebu`; it can be `Cebu (P.C)`, `Cebu (P.CC)`",
        ),
        ("rest:", "west:", "areas.yaml:6:3: the id `west` is duplicated"),
        ("town:", "east:", "areas.yaml:8:3: the id `east` is duplicated"),
        ("town:", "Town:", "areas.yaml:8:9: `Town` has the wrong format"),
        ("smallest_detail: 1", "smallest_detail: -1", "areas.yaml:1:18"),
        ("provinces: [Abra", "province: [Abra", "areas.yaml:3:22: unknown field `province`"),
    ],
)
def test_a_recipe_that_does_not_fit_is_told_with_its_line(tmp_path, source, old, new, words):
    recipe = tmp_path / "areas.yaml"
    recipe.write_text(RECIPE.replace(old, new, 1))
    target = tmp_path / "map.geojson"
    target.write_text("the last good file")
    result = CliRunner().invoke(merge_areas, [str(source), str(recipe), "-o", str(target)])
    assert result.exit_code == 2
    assert words in result.output
    assert target.read_text() == "the last good file"


def test_provinces_that_overlap_are_refused(tmp_path):
    source = tmp_path / "source.geojson"
    source.write_text(geojson_text([PROVINCES[0], province("Again", "P.X", 0, 0)]))
    recipe = tmp_path / "areas.yaml"
    recipe.write_text("areas:\n  all: {name: All, provinces: [Abra, Again]}\n")
    target = tmp_path / "map.geojson"
    result = CliRunner().invoke(merge_areas, [str(source), str(recipe), "-o", str(target)])
    assert result.exit_code == 2
    assert "source.geojson:1:1: `all`: two shapes overlap at 0, 0" in result.output
    assert not target.exists()


# --- People Power's map --------------------------------------------------------------------


@pytest.fixture(scope="module")
def philippines():
    features, problems = read(PEOPLE_POWER / "map.geojson")
    assert problems == []
    return {feature.id: feature for feature in features}


def land(shapes):
    return {
        key: feature.polygons
        for key, feature in shapes.items()
        if feature.properties["kind"] in ("area", "grey")
    }


def test_people_power_land_borders_are_those_of_the_game(philippines):
    assert set(shared_borders(land(philippines))) == {
        ("northern_luzon", "southern_luzon"),
        ("central_mindanao", "western_mindanao"),
        ("central_mindanao", "eastern_mindanao"),
    }


def test_people_power_map_is_fit_for_print(philippines):
    shapes = [one.polygons for one in philippines.values()]
    assert 1500 <= sum(len(ring) for shape in shapes for ring in rings(shape)) <= 3500
    for shape in shapes:
        for outer, *holes in shape:
            assert holes == []
            assert len(set(outer)) == len(outer)


@pytest.mark.parametrize(
    ("town", "lonlat", "owner"),
    [
        ("Laoag", (120.59, 18.2), "northern_luzon"),
        ("Legazpi", (123.73, 13.15), "southern_luzon"),
        ("Calapan", (121.17, 13.38), "southern_luzon"),
        ("Iloilo", (122.55, 10.72), "visayas"),
        ("Tacloban", (124.98, 11.22), "visayas"),
        ("Dipolog", (123.37, 8.55), "western_mindanao"),
        ("Jolo", (121.05, 5.98), "western_mindanao"),
        ("Cagayan de Oro", (124.6, 8.35), "central_mindanao"),
        ("General Santos", (125.15, 6.15), "central_mindanao"),
        ("Butuan", (125.53, 8.93), "eastern_mindanao"),
        ("Puerto Princesa", (118.6, 9.85), "palawan"),
    ],
)
def test_towns_lie_in_their_areas(philippines, town, lonlat, owner):
    around = [key for key, shape in land(philippines).items() if contains(shape, lonlat)]
    assert around == [owner], town


def test_the_bundled_recipe_matches_the_bundled_map(philippines):
    """Each feature of the map lists the provinces of its recipe, in the same order."""
    names = [name for one in philippines.values() for name in one.properties.get("provinces", [])]
    provinces = []
    for name in names:
        title, _, key = name.partition(" (")
        provinces.append(Feature(key.rstrip(")") or "?", title))
    diagnostics = Diagnostics()
    recipe = read_recipe(PEOPLE_POWER / "areas.yaml", "areas.yaml", provinces, diagnostics)
    assert diagnostics.sorted() == []
    assert {key: area.provinces for key, area in recipe.merged.items()} == {
        key: philippines[key].properties["provinces"] for key in land(philippines)
    }
    assert {key: disc.at for key, disc in recipe.cities.items()} == {
        key: one.point for key, one in philippines.items() if one.point
    }


def test_people_power_waters_border_as_the_rules_have_it(philippines):
    """Adjacency of the six Countryside spaces (rule 1.3.2), without Northern Luzon - Visayas."""
    waters = {
        one.properties["of"]: one.polygons
        for one in philippines.values()
        if one.properties["kind"] == "waters"
    }
    assert set(shared_borders(waters)) == {
        ("northern_luzon", "southern_luzon"),
        ("southern_luzon", "visayas"),
        ("visayas", "western_mindanao"),
        ("central_mindanao", "visayas"),
        ("eastern_mindanao", "visayas"),
        ("central_mindanao", "western_mindanao"),
        ("central_mindanao", "eastern_mindanao"),
    }
    # Each has a single outline, as a zone of a module can have only one.
    assert [[len(polygon) for polygon in shape] for shape in waters.values()] == [[1]] * 6
