// SPDX-License-Identifier: Apache-2.0
// Talks to the run. The tokens are the part of the address after #, one to see the run and, after a dot, one to steer it; they
// are sent in headers only.
export const [token, steeringToken] = decodeURIComponent(location.hash.slice(1)).split(".");

export async function request(path, options = {}) {
  const headers = { Authorization: `Bearer ${token}`, ...(options.headers || {}) };
  const response = await fetch(`/api/v1/${path}`, { ...options, headers, cache: "no-store" });
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  const error = new Error(answer.error || `the run answers ${response.status}`);
  error.status = response.status;
  error.problems = answer.problems;
  throw error;
}

export const get = async (path) => (await request(path)).json();

// What the run answers to {set: ["key=value"]} or {do: "pause"}.
export async function steer(what) {
  const headers = { Authorization: `Bearer ${steeringToken}`, "Content-Type": "application/json", "X-Cardon-Steering": "1" };
  return (await request("steering", { method: "POST", headers, body: JSON.stringify(what) })).json();
}

// Calls take(state) whenever it has changed. Resolves when the run has ended, throws where the connection is lost.
export async function follow(take, signal) {
  const response = await request("events", { signal });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error("the connection to the run is lost");
    text += value;
    let end;
    while ((end = text.indexOf("\n\n")) >= 0) {
      const event = text.slice(0, end);
      text = text.slice(end + 2);
      if (event.startsWith("event: end")) return;
      const data = event.split("\n").find((line) => line.startsWith("data: "));
      if (data) take(JSON.parse(data.slice(6)));
    }
  }
}
