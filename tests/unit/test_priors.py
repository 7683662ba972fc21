"""Prior knowledge: what counts as alike, what worked, what failed, and what is said of it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.unit.knowledge_steps import DONE, FORM, HOME, IDS, NAMES, Story, observation, target

from handhold.adapters.knowledge.folder import KnowledgeFolder
from handhold.services.knowledge.deeds import Deed, Scene, SeenStep, deeds_of
from handhold.services.knowledge.experience import MAX_SESSIONS, MAX_STEPS, MAX_STEPS_PER_SESSION, Experience
from handhold.services.knowledge.lore import in_order
from handhold.services.knowledge.prior import MAX_SIMILAR_STEPS, Past, PriorKnowledge, prior_knowledge
from handhold.services.knowledge.records import SessionRecord, StepRecord
from handhold.services.knowledge.similarity import MAX_SIMILARITY_SCORE, confidence, similarity
from handhold.services.knowledge.suggestions import Judged, judged

NOW = time.time()
HOUR = 3600.0
HERE = Scene.of(observation(FORM))
SAVE = target("Save", test_id="save-button")


def story(name: str = "mm-one", *, hours_ago: float = 1.0) -> Story:
    return Story(name, NOW - hours_ago * HOUR)


def deeds(*stories: Story) -> list[Deed]:
    return [deed for each in stories for deed in deeds_of(map(SeenStep.of, each.steps))]


def told(*stories: Story) -> Judged:
    return judged(deeds(*stories), HERE, now=NOW)


def prior(*stories: Story, flow_tag: str | None = None, flows: Sequence[str] = ()) -> PriorKnowledge | None:
    sessions = {
        each.session: SessionRecord(session_id=each.session, created_at="2026-01-01T00:00:00Z", flow_tags=tuple(flows))
        for each in stories
    }
    return prior_knowledge(Past(deeds=deeds(*stories), sessions=sessions), HERE, flow_tag=flow_tag, now=NOW)


@pytest.mark.rows("R272", "R273", "R274", "R275", "R276", "R277", "R278", "R279", "R436", "R468")
def test_a_step_in_the_very_same_scene_has_all_29_points_and_confidence_1() -> None:
    (deed,) = deeds(story().saw(FORM).did("action_execute", SAVE, DONE))

    points = similarity(deed, HERE)

    assert points == MAX_SIMILARITY_SCORE == 29
    assert confidence(points) == 1.0


@pytest.mark.rows("R273", "R274", "R275", "R276", "R277", "R291")
@pytest.mark.parametrize(
    ("here", "points"),
    [
        (Scene(), 2),
        (Scene(screen=FORM), 2 + 8),
        (Scene(route=frozenset({"form"})), 2 + 6),
        (Scene(test_ids=frozenset(IDS[:1])), 2 + 3),
        (Scene(test_ids=frozenset(IDS)), 2 + 9),
        (Scene(names=frozenset({"name"})), 2 + 2),
        (Scene(names=frozenset({"name", "city", "save"})), 2 + 4),
    ],
)
def test_each_likeness_has_the_weight_of_the_seed_and_its_cap(here: Scene, points: int) -> None:
    (deed,) = deeds(story().saw(FORM).did("action_execute", SAVE, DONE))

    assert similarity(deed, here) == points


def test_the_scene_of_a_step_is_what_was_seen_before_it() -> None:
    (deed,) = deeds(story().saw(FORM).did("action_execute", SAVE, DONE))

    assert (deed.scene.screen, deed.leads_to) == (FORM, DONE)


@pytest.mark.rows("R271")
def test_failed_steps_are_neither_similar_steps_nor_suggestions() -> None:
    known = prior(story().saw(FORM).did("action_execute", SAVE, FORM, error="MM_TARGET_BLOCKED"))

    assert known is None


def test_a_step_without_effect_and_one_that_was_undone_did_not_work() -> None:
    idle = story("mm-idle").saw(FORM).did("action_execute", SAVE, FORM, labels=("interaction", "no-effect"))
    undone = story("mm-back").saw(FORM).did("action_execute", SAVE, DONE).saw(DONE).did("nav_history", None, FORM)

    assert told(idle).suggestions == []
    assert told(undone).suggestions == []


def test_suggestions_fade_with_age_and_with_contrary_evidence() -> None:
    fresh = told(story(hours_ago=0).saw(FORM).did("action_execute", SAVE, DONE)).suggestions[0]
    old = told(story(hours_ago=24).saw(FORM).did("action_execute", SAVE, DONE)).suggestions[0]
    worked = story("mm-good", hours_ago=0).saw(FORM).did("action_execute", SAVE, DONE)
    failed = story("mm-bad", hours_ago=10).saw(FORM).did("action_execute", SAVE, FORM, error="MM_CLICK_FAILED")
    doubted = told(worked, failed).suggestions[0]

    assert fresh.confidence == pytest.approx(1.0, abs=0.01)
    assert old.confidence == pytest.approx(0.5, abs=0.01)
    assert 0.5 < doubted.confidence < 0.7


def test_what_failed_for_no_fault_of_the_element_is_no_evidence_against_it() -> None:
    story_ = story(hours_ago=0).saw(FORM).did("action_execute", SAVE, DONE).saw(FORM)
    for _ in range(2):
        story_.did("action_execute", SAVE, FORM, error="MM_INVALID_INPUT")

    assert told(story_).suggestions[0].confidence == pytest.approx(1.0, abs=0.01)


def test_what_failed_twice_is_to_be_avoided_by_element_and_not_all_in_one() -> None:
    story_ = story().saw(FORM)
    for label in ("Print", "Print", "Send", "Send", "Send", "Once"):
        story_.did("action_execute", target(label), FORM, error="MM_TARGET_BLOCKED")
    story_.did("action_execute", None, FORM, error="MM_TARGET_BLOCKED")

    cautions = told(story_).cautions

    assert [(each.aim.name, each.times, each.error_code) for each in cautions] == [
        ("Send", 3, "MM_TARGET_BLOCKED"),
        ("Print", 2, "MM_TARGET_BLOCKED"),
    ]


def test_what_works_again_is_not_avoided_and_faults_of_the_caller_do_not_count() -> None:
    mended = story().saw(FORM)
    for _ in range(2):
        mended.did("action_execute", SAVE, FORM, error="MM_TARGET_BLOCKED")
    for _ in range(3):
        mended.did("action_execute", SAVE, DONE).saw(FORM)
    misused = story().saw(FORM)
    for _ in range(3):
        misused.did("action_execute", SAVE, FORM, error="MM_INVALID_INPUT")

    assert told(mended).cautions == []
    assert told(misused).cautions == []


def test_the_way_that_was_taken_last_counts_more_than_detours() -> None:
    back, on = target("Back"), target("Go on")
    detour = story().saw(FORM).did("action_execute", back, HOME).did("action_execute", on, FORM)
    detour.did("action_execute", on, DONE)

    ways = in_order(told(detour).suggestions)

    assert [way.aim.name for way in ways] == ["Go on"]


def test_fields_come_in_the_order_they_were_filled_in_and_the_way_on_comes_last() -> None:
    name, city = target("Name", role="textbox"), target("City", role="textbox")
    filled = story().saw(FORM).did("action_set_state", name, FORM).did("action_set_state", city, FORM)
    filled.did("action_execute", SAVE, DONE)

    assert [each.aim.name for each in in_order(told(filled).suggestions)] == ["Name", "City", "Save"]


@pytest.mark.rows("R271")
def test_prior_knowledge_in_full_has_the_shape_of_the_seed() -> None:
    known = prior(story().saw(FORM).did("action_execute", SAVE, DONE), flow_tag="send", flows=("send",))

    assert known is not None
    shape = known.model_dump(mode="json", by_alias=True, exclude_none=True)
    assert set(shape) == {
        "schemaVersion",
        "generatedAt",
        "query",
        "relatedSessions",
        "similarSteps",
        "suggestedNextActions",
    }
    assert shape["query"] == {
        "windowHours": 48,
        "usedFlowTags": ["send"],
        "usedFilters": {"sinceHours": 48},
        "candidateSessions": 1,
        "candidateSteps": 1,
    }
    assert shape["similarSteps"][0]["confidence"] == 1.0
    assert shape["similarSteps"][0]["a11yHint"] == {"role": "button", "name": "Save"}
    assert shape["suggestedNextActions"][0] == {
        "rank": 1,
        "action": "click",
        "rationale": "Most common next successful step on this screen",
        "confidence": pytest.approx(0.97, abs=0.02),
        "preferredTarget": {"type": "testId", "value": "save-button"},
        "fallbackTargets": [{"type": "a11yHint", "value": {"role": "button", "name": "Save"}}],
    }


@pytest.mark.rows("R271")
def test_nothing_is_suggested_that_is_not_seen_now_and_nothing_told_is_a_ref_or_was_typed() -> None:
    gone = target("Gone", test_id="gone-button")
    many = story().saw(FORM)
    for _ in range(20):
        many.did("action_execute", gone, DONE).saw(FORM)

    known = prior(many)

    assert known is not None
    assert known.suggested_next_actions == ()
    assert len(known.similar_steps) == MAX_SIMILAR_STEPS
    assert '"h1"' not in known.to_json()
    assert "a11yRef" not in known.to_json()


def write(folder: KnowledgeFolder, steps: Sequence[StepRecord]) -> None:
    for at, step in enumerate(steps):
        folder.write_step(step.session_id, seconds=NOW + at / 1000, tool=step.tool.name, text=step.to_json())


@pytest.mark.rows("R288", "R289", "R290", "R291", "R292", "R439")
def test_experience_reads_the_newest_within_the_limits_and_skips_what_it_cannot_read(tmp_path: Path) -> None:
    folder = KnowledgeFolder(tmp_path)
    for number in range(MAX_SESSIONS + 2):
        write(folder, story(f"mm-{number:04}").saw(FORM).did("action_execute", SAVE, DONE).steps)
    long = story("mm-long").saw(FORM)
    for _ in range(MAX_STEPS_PER_SESSION):
        long.did("action_execute", SAVE, FORM)
    write(folder, long.steps)
    (folder.steps_folder("mm-long") / "20260101T000000.000Z-ui_scan.json").write_text("{half", "utf-8")
    experience = Experience(folder, clock=lambda: NOW)

    experience.refresh()
    past = experience.past(without="mm-0021")

    assert len(past.sessions) == MAX_SESSIONS - 1
    assert "mm-0000" not in past.sessions
    assert "mm-0021" not in past.sessions
    assert sum(deed.session == "mm-long" for deed in past.deeds) >= MAX_STEPS_PER_SESSION - 1
    assert len(past.deeds) <= MAX_STEPS


def test_experience_keeps_up_with_what_others_write_and_forgets_what_is_too_old(tmp_path: Path) -> None:
    folder = KnowledgeFolder(tmp_path)
    experience = Experience(folder, window_hours=48, clock=lambda: NOW)
    experience.refresh()
    write(folder, story("mm-late").saw(FORM).did("action_execute", SAVE, DONE).steps)
    write(folder, story("mm-old", hours_ago=49).saw(FORM).did("action_execute", SAVE, DONE).steps)

    experience.refresh()

    assert set(experience.past(without="").sessions) == {"mm-late"}


def test_what_records_tell_of_screens_is_handed_on_once(tmp_path: Path) -> None:
    folder = KnowledgeFolder(tmp_path)
    write(folder, story().saw(FORM).saw(HOME).steps)
    experience = Experience(folder, clock=lambda: NOW)
    experience.refresh()
    taught: list[str] = []

    experience.teach(lambda name, _seen: taught.append(name))
    experience.teach(lambda name, _seen: taught.append(name))

    assert taught == [FORM, HOME]


def test_the_names_of_nodes_are_what_records_hold() -> None:
    assert HERE.nodes == {(role, name.lower()) for role, name in NAMES}
