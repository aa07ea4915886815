// SPDX-License-Identifier: Apache-2.0
#include "page_routes.hpp"

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "page_assets.hpp"
#include "state_json.hpp"
#include "steering_request.hpp"

namespace cardon {
namespace {

using httplib::Request;
using httplib::Response;
using Json = nlohmann::ordered_json;
using Content = std::shared_ptr<PageContent>;

// With this charset the library leaves texts uncompressed: its compression takes much longer than
// the way over loopback.
constexpr const char* json_type = "application/json; charset=utf-8";
constexpr double per_client = 0.02;  // s between events for each client that listens
constexpr const char* steering_path = "/api/v1/steering";
// A page of another site cannot send this header without asking the server before, which says no.
constexpr const char* steering_header = "X-Cardon-Steering";
constexpr std::size_t longest_request = 2048;  // bytes
constexpr double patience_with_run = 30;       // s
constexpr int max_requests = 8;                // that wait for the run at the same time

const httplib::Headers safe_headers = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
     "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"},
    {"X-Frame-Options", "DENY"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cache-Control", "no-store"}};

void answer(Response& response, const std::string& text, const char* type = json_type) {
  response.set_content(text, type);
}

void refuse(Response& response, int status, const std::string& why) {
  response.status = status;
  answer(response, json_line(Json{{"error", why}}));
}

/// What is wrong with a request, before its body is read; empty: nothing. A page of another site
/// can send requests here, but neither without its own origin nor with a token.
std::string foreign(const Request& request, const ServerSettings& settings) {
  const std::string host = request.get_header_value("Host");
  if (is_loopback(settings.address) && !is_loopback(host_of(host)))
    return "the header Host must name this computer as localhost or 127.0.0.1";
  if (request.has_header("Origin") &&
      !is_same_origin(request.get_header_value("Origin"), host, settings.identity != nullptr))
    return "the request comes from a page of another site";
  return "";
}

bool needs_token(const std::string& path) {
  return path.starts_with("/api/") || path.starts_with("/metrics");
}

/// What changes the run needs the token for that, and a sender that is not a form of a page.
bool guard_steering(const Request& request, Response& response, const PageContent& content) {
  if (!has_token(request.get_header_value("Authorization"), content.steering_token)) {
    response.set_header("WWW-Authenticate", "Bearer");
    refuse(response, 401, "send the header Authorization: Bearer with steering_token of page.json");
    return false;
  }
  if (!request.has_header(steering_header)) {
    refuse(response, 403, std::string("the header ") + steering_header + ": 1 is needed");
    return false;
  }
  if (!request.get_header_value("Content-Type").starts_with("application/json")) {
    refuse(response, 415, "send JSON, with the header Content-Type: application/json");
    return false;
  }
  return true;
}

httplib::Server::HandlerResponse guard(const Request& request, Response& response,
                                       const PageContent& content, const ServerSettings& settings) {
  using enum httplib::Server::HandlerResponse;
  if (const std::string why = foreign(request, settings); !why.empty()) {
    refuse(response, 403, why);
    return Handled;
  }
  if (request.method == "POST" && request.path == steering_path)
    return guard_steering(request, response, content) ? Unhandled : Handled;
  if (request.method != "GET" && request.method != "HEAD") {
    refuse(response, 405, "only GET and HEAD are possible here");
    return Handled;
  }
  if (!needs_token(request.path)) return Unhandled;
  if (!has_token(request.get_header_value("Authorization"), content.token)) {
    response.set_header("WWW-Authenticate", "Bearer");
    refuse(response, 401, "send the header Authorization: Bearer TOKEN; page.json has the token");
    return Handled;
  }
  return Unhandled;
}

void add_assets(httplib::Server& server) {
  for (const PageAsset& asset : page_assets())
    server.Get(asset.path, [asset](const Request&, Response& response) {
      response.set_content_provider(
          asset.text.size(), asset.type,
          [asset](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
            return sink.write(asset.text.data() + offset, length);
          });
    });
}

/// Server-sent events: the state whenever it has changed, but not more often than all clients
/// together may cost.
class EventStream {
 public:
  EventStream(Content content, double interval)
      : content_(std::move(content)), interval_(interval) {
    ++content_->streams;
  }
  ~EventStream() { --content_->streams; }
  EventStream(const EventStream&) = delete;
  EventStream& operator=(const EventStream&) = delete;

  bool next(httplib::DataSink& sink) {
    using std::chrono::milliseconds;
    StateBoard& board = content_->board;
    const StateBoard::Entry entry = board.after(version_, milliseconds(5000));
    const bool is_new = entry.version > version_;
    version_ = entry.version;
    const bool closed = board.closed();
    std::string text = is_new ? "event: state\ndata: " + *entry.json + "\n\n" : ": waiting\n\n";
    if (closed) text += "event: end\ndata: {}\n\n";
    if (!sink.write(text.data(), text.size())) return false;
    if (closed) {
      sink.done();
    } else if (is_new) {
      const double pause = std::max(interval_, per_client * content_->streams);
      board.rest(milliseconds(long(1000 * pause)));
    }
    return true;
  }

 private:
  Content content_;
  double interval_;
  long version_ = 0;
};

void add_events(httplib::Server& server, const Content& content, double interval) {
  server.Get("/api/v1/events", [content, interval](const Request&, Response& response) {
    auto stream = std::make_shared<EventStream>(content, interval);
    response.set_chunked_content_provider(
        "text/event-stream",
        [stream](std::size_t, httplib::DataSink& sink) { return stream->next(sink); });
  });
}

void add_files(httplib::Server& server, const Content& content) {
  server.Get("/api/v1/scalars", [content](const Request&, Response& response) {
    answer(response, json_line(content->scalars.read()));
  });
  server.Get("/api/v1/decisions", [content](const Request&, Response& response) {
    answer(response, json_line(content->files.records("decisions.jsonl")));
  });
  server.Get("/api/v1/balance", [content](const Request&, Response& response) {
    answer(response, json_line(content->files.records("balance.jsonl")));
  });
  server.Get("/api/v1/warnings", [content](const Request&, Response& response) {
    answer(response, json_line(content->files.warnings()));
  });
  server.Get("/api/v1/log", [content](const Request&, Response& response) {
    answer(response, json_line(Json{{"text", content->files.log()}}));
  });
  server.Get("/api/v1/slices", [content](const Request&, Response& response) {
    answer(response, json_line(content->files.slices()));
  });
  server.Get(R"(/api/v1/slices/([A-Za-z0-9_.+-]{1,200}))",
             [content](const Request& request, Response& response) {
               if (const auto picture = content->files.slice(request.matches[1]))
                 answer(response, *picture, "image/png");
               else
                 refuse(response, 404, "there is no such picture");
             });
}

void steer(const Request& request, Response& response, PageContent& content) {
  if (request.body.size() > longest_request)
    return refuse(response, 413, "a request has at most 2048 bytes");
  if (!Json::accept(request.body)) return refuse(response, 400, "the request is not JSON");
  const auto text = ask_run(content.files.folder(), request.body, patience_with_run,
                            [&content] { return content.board.closed(); });
  if (!text) return refuse(response, 504, "the run has not answered");
  const Json made = Json::parse(*text, nullptr, false);
  if (!made.is_object()) return refuse(response, 502, "the answer of the run is not JSON");
  if (made.value("status", "") != "done") return refuse(response, 422, made.value("text", ""));
  answer(response, json_line(made));
}

void add_steering(httplib::Server& server, const Content& content) {
  server.Post(steering_path, [content](const Request& request, Response& response) {
    if (++content->requests > max_requests)
      refuse(response, 429, "too many requests wait for the run");
    else
      try {
        steer(request, response, *content);
      } catch (const Error& error) {
        refuse(response, 500, error.problems().front().message);
      }
    --content->requests;
  });
}

void add_run(httplib::Server& server, const Content& content) {
  server.Get("/api/v1/state", [content](const Request&, Response& response) {
    const auto entry = content->board.newest();
    answer(response, entry.json ? *entry.json : "{}");
  });
  server.Get("/api/v1/schedule", [content](const Request&, Response& response) {
    answer(response, content->schedule);
  });
  server.Get("/api/v1/plan", [content](const Request&, Response& response) {
    content->plan_wanted = true;
    answer(response, content->plan());
  });
  server.Get("/api/v1/parameters", [content](const Request&, Response& response) {
    answer(response, content->parameters());
  });
  server.Get("/metrics", [content](const Request&, Response& response) {
    answer(response, metrics_text(*content->board.newest().state),
           "text/plain; version=0.0.4; charset=utf-8");
  });
}

}  // namespace

void add_routes(httplib::Server& server, const Content& content, const ServerSettings& settings) {
  server.set_default_headers(safe_headers);
  server.set_pre_routing_handler([content, settings](const Request& request, Response& response) {
    return guard(request, response, *content, settings);
  });
  server.set_error_handler([](const Request&, Response& response) {
    if (response.body.empty()) refuse(response, response.status, "there is nothing here");
  });
  add_assets(server);
  add_run(server, content);
  add_files(server, content);
  add_steering(server, content);
  add_events(server, content, settings.interval);
}

}  // namespace cardon
