#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the live page answers: it fits the schema, and its numbers are those of the files. No page without being asked for."""
import json
import stat

from live_run import LiveRun, wait_for
import cardon_run
import modules

jsonschema = modules.require("jsonschema", "python3-jsonschema")

CONFIG = {
    "title": "answers",
    "thorns": ["WaveToy"],
    "grid": {"points": [24, 24, 24]},
    "time": {"stop": {"iterations": 100000000}},
    "output": {"scalars": {"every": 10}, "slices": {"every": 100},
               "lines": [{"every": 500, "direction": "x"}, {"every": 500, "direction": "y"}]},
}
LISTS = ("state", "scalars", "slices", "parameters", "schedule", "plan", "warnings", "decisions", "balance", "log")


def check_schema(run):
    _, _, body = run.request("schema.json")
    schema = json.loads(body)
    for name in LISTS:
        jsonschema.validate(run.get(name), {**schema, "$ref": f"#/$defs/{name}"})
    status, _, body = run.request("api/v1/nothing")
    assert status == 404
    jsonschema.validate(json.loads(body), {**schema, "$ref": "#/$defs/error"})


def check_events(run):
    import urllib.request
    request = urllib.request.Request(run.url + "api/v1/events", headers={"Authorization": f"Bearer {run.note['token']}"})
    iterations = []
    with urllib.request.urlopen(request, timeout=30) as stream:
        for line in stream:
            if line.startswith(b"data: "):
                iterations.append(json.loads(line[6:])["iteration"])
            if len(iterations) == 3:
                break
    assert iterations[0] < iterations[1] < iterations[2], iterations


def check_numbers(run):
    """Rows that the page has are those of the file; a picture is the file."""
    wait_for(lambda: len(run.get("scalars")["rows"]) > 3)
    answer = run.get("scalars")
    table = cardon_run.RunFolder(run.out).scalars
    assert [name.split(" [")[0] for name in answer["columns"]] == list(table)
    for number, row in enumerate(answer["rows"][:4]):
        assert row == [column[number * answer["every"]] for column in table.values()], row
    picture = wait_for(lambda: run.get("slices"))[0]["pictures"][0]
    _, headers, body = run.request(f"api/v1/slices/{picture['file']}")
    assert headers["Content-Type"] == "image/png"
    assert body == (run.out / "slices" / picture["file"]).read_bytes()
    by_name = {p["name"]: p for p in run.get("parameters")}
    assert by_name["output.lines[1].every"]["key"] == "output.lines[1].every" and "output.lines.every" not in by_name
    assert by_name["WaveToy::speed"]["key"] == "WaveToy.speed"
    assert by_name["grid.points"]["value"] == [24, 24, 24]
    assert by_name["WaveToy::speed"]["source"] == "default"
    tasks = [task["task"] for task in run.get("schedule")["step"]]
    assert any(task.startswith("WaveToy::") for task in tasks), tasks
    plan = wait_for(lambda: run.get("plan").get("operations"))
    assert [o["kind"] for o in plan].count("end of step") == run.get("plan")["steps"], plan
    assert {o["task"] for o in plan if "task" in o} >= {task for task in tasks if task.startswith("WaveToy::")}, plan
    assert "answers" in run.get("log")["text"]


def check_metrics(run):
    status, headers, body = run.request("metrics")
    assert status == 200 and headers["Content-Type"].startswith("text/plain; version=0.0.4")
    values = {}
    for line in body.decode().splitlines():
        if not line.startswith("#"):
            name, value = line.rsplit(" ", 1)
            values[name] = float(value)
    assert values["cardon_iteration"] > 0
    assert 'cardon_link_depth_layers{link="intra"}' in values


def check_note(run):
    assert stat.S_IMODE((run.out / "page.json").stat().st_mode) == 0o600
    for file in ("log.txt", "provenance.json"):
        assert run.note["token"] not in (run.out / file).read_text(), file
    assert run.note["token"] not in run.screen.read_text()
    assert run.note["steering_token"] not in run.screen.read_text() + (run.out / "log.txt").read_text()
    assert run.url in run.screen.read_text()


def check_steering(run):
    headers = {"X-Cardon-Steering": "1", "Content-Type": "application/json"}
    _, _, schema = run.request("schema.json")

    def steer(body):
        status, _, answer = run.request("api/v1/steering", token=run.note["steering_token"], headers=headers, method="POST", body=body)
        assert status == 200, answer
        jsonschema.validate(json.loads(answer), {**json.loads(schema), "$ref": "#/$defs/steered"})
        return json.loads(answer)
    answer = steer(b'{"set": ["output.scalars.every=25"]}')
    assert answer["changed"] == [{"parameter": "output.scalars.every", "value": "25", "before": "10"}], answer
    assert {p["name"]: p for p in run.get("parameters")}["output.scalars.every"]["source"].startswith("steering after iteration")
    several = [p["key"] for p in run.get("parameters") if p["section"] == "output.lines" and p["parameter"] == "every"]
    changed = steer(json.dumps({"set": [f"{key}=1000" for key in several]}).encode())["changed"]
    assert len(several) == 2 and changed == [{"parameter": key, "value": "1000", "before": "500"} for key in several], changed
    paused = steer(b'{"do": "pause"}')["iteration"]
    wait_for(lambda: run.get("state")["phase"] == "paused")
    assert run.get("state")["iteration"] == paused
    assert steer(b'{"do": "continue"}')["iteration"] == paused
    wait_for(lambda: run.get("state")["iteration"] > paused and run.get("state")["phase"] == "running")


def check_end(run):
    before = run.get("state")
    assert run.stop() == 75, run.screen.read_text()
    assert not (run.out / "page.json").exists()
    summary = cardon_run.RunFolder(run.out).summary
    assert summary["iterations"] >= before["iteration"]


def check_ranks(folder):
    """All ranks report, in a run where one has twice the points of the others; it stops while reports travel."""
    sites = [{"name": "a", "ranks": 1, "speed": 2}, {"name": "b", "ranks": 2, "speed": 1}]
    config = {**CONFIG, "thorns": ["WaveToy", "GridDriver"], "machine": {"sites": sites}, "tuning": {"tuner": "none"}}
    with LiveRun(folder, config, ranks=3) as run:
        wait_for(lambda: run.get("state")["ranks"])
        state = run.get("state")
        points = [rank["owned_points"] for rank in state["ranks"]]
        assert sum(points) == 24 ** 3 and points[0] > 1.5 * points[1] > 0, points
        assert all(rank["compute_seconds"] > 0 for rank in state["ranks"]), state["ranks"]
        assert state["imbalance"] >= 1
        first = state["ranks"][2]["compute_seconds"]
        wait_for(lambda: run.get("state")["ranks"][2]["compute_seconds"] > first)
        check_end(run)


def check_plan(folder):
    """Tasks stand in the steps in which they are due. Two ranks with links that are two layers deep exchange in every second step, a
    task is due in every third: both repeat after six."""
    config = {**CONFIG, "thorns": ["WaveToy", "GridDriver", "Seldom"], "driver": {"ghost_zones": 2}, "tuning": {"tuner": "none"}}
    seldom = ["--thorn-path", str(cardon_run.BINARY.parents[1] / "tests/live_page/thorns")]
    with LiveRun(folder, config, ranks=2, arguments=seldom) as run:
        plan = wait_for(lambda: run.get("plan").get("operations"))
        steps = sorted({operation["step"] for operation in plan})
        period = run.get("plan")["steps"]
        assert period % 6 == 0 and len(steps) == period, (period, steps)
        of_task = {}
        for operation in plan:
            if operation["kind"] == "compute":
                of_task.setdefault(operation["task"], set()).add(operation["step"])
        assert of_task.pop("Seldom::note") == {n for n in steps if n % 3 == 0}, plan
        assert of_task.pop("Leisure::rest") == set(steps), plan
        assert any("WaveToy" in task for task in of_task), plan
        assert run.stop() == 75, run.screen.read_text()


def check_changed_plan(folder):
    """After a tuner has changed ghost depths no plan of the old ones is answered, and a new one when it was asked for."""
    sites = [{"name": "a", "ranks": 1}, {"name": "b", "ranks": 1}]
    config = {**CONFIG, "thorns": ["WaveToy", "GridDriver"], "driver": {"calibration": "never"}, "emulated_compute": {"per_point": "300 ns"},
              "machine": {"sites": sites, "links": [{"between": ["a", "b"], "latency": "20 ms", "bandwidth": "10 MB/s"}], "emulate": True}}

    def depths(of):
        return {link["name"]: link["depth"] for link in run.get(of).get("links", [])}
    with LiveRun(folder, config, ranks=2, rest_ms=None) as run:
        wait_for(lambda: depths("state").get("a-b", 1) > 1)
        for _ in range(20):
            before, plan, after = depths("state"), depths("plan"), depths("state")
            if before == after:
                break
        assert before == after and plan in ({}, after), (before, plan, after)
        wait_for(lambda: depths("plan") == depths("state"))
        assert run.stop() == 75, run.screen.read_text()


def check_silence(folder):
    """Without a terminal there is no page unless it is asked for, and never in a dry run."""
    config = {**CONFIG, "time": {"stop": {"iterations": 1}}, "output": {}}
    quiet = cardon_run.write_parfile(folder / "quiet.yaml", config)
    asked = cardon_run.write_parfile(folder / "asked.yaml", {**config, "page": {"serve": "always"}})
    for arguments in (["run", quiet, "--out", folder / "quiet"], ["run", asked, "--dry-run"], ["check", asked]):
        result = cardon_run.call(arguments, cwd=folder)
        assert result.code == 0 and "http" not in result.out + result.err, result.report()


def check_errors(folder):
    config = {**CONFIG, "page": {"serve": "always", "key": "a.pem"}}
    result = cardon_run.call(["run", cardon_run.write_parfile(folder / "bad.yaml", config), "--out", folder / "bad"], cwd=folder)
    assert result.code == 2 and "[page/tls]" in result.err, result.report()


def main():
    with cardon_run.folder() as folder:
        with LiveRun(folder, CONFIG) as run:
            check_numbers(run)
            check_schema(run)
            check_events(run)
            check_metrics(run)
            check_note(run)
            check_steering(run)
            check_end(run)
        ranks = folder / "ranks"
        ranks.mkdir()
        check_ranks(ranks)
        plan = folder / "plan"
        plan.mkdir()
        check_plan(plan)
        changed = folder / "changed"
        changed.mkdir()
        check_changed_plan(changed)
        check_silence(folder)
        check_errors(folder)


if __name__ == "__main__":
    main()
