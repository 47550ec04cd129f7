vcl 4.1;

# Varnish as an edge (Debian: varnish, varnish-modules): /etc/varnish/ninefold.vcl. Explained in docs/deployment.md, "Edges".
# What is yours to change stands in this first part.

import directors;
import std;
import xkey;

# The server, or one of several readers. Between two machines this line must be inside a tunnel (WireGuard): Varnish speaks no TLS.
backend origin_1 {
    .host = "127.0.0.1";
    .port = "3000";
    # One that is gone is noticed by the first reader, one that hangs by the probe.
    .connect_timeout = 1s;
    .first_byte_timeout = 5s;
    .between_bytes_timeout = 5s;
    .probe = {
        .url = "/readyz";
        .interval = 1s;
        .timeout = 2s;
        .window = 4;
        .threshold = 2;
        .initial = 2;
    }
}

# Asked in turn, but for those whose probe fails. Each further reader has a block as the one above, and a line here.
sub vcl_init {
    new origins = directors.round_robin();
    origins.add_backend(origin_1);
}

# What does TLS in front of Varnish: it alone is believed about the reader's address and that the reader came by https.
acl terminators {
    "127.0.0.1";
    "::1";
}

sub ninefold_settings {
    # The name in SITE_URL, with its port where that names one.
    set req.http.x-edge-site = "blog.example";
    # EDGE_PURGE_TOKEN of the server, in a file that root and Varnish alone can read, without a line break at its end.
    set req.http.x-edge-token = std.fileread("/etc/varnish/ninefold-purge-token");
}

# ── From here on nothing has to be changed.

sub vcl_recv {
    if (req.restarts == 0) {
        # Ours alone: what a reader sends under these names is not meant.
        unset req.http.x-edge-kept;
        unset req.http.x-edge-last-resort;
        unset req.http.x-edge-dropped;
        unset req.http.x-edge-words;
        call ninefold_settings;
        call ninefold_caller;
        if (req.method == "PURGE") {
            call ninefold_purge;
        }
        unset req.http.x-edge-token;
        # One name, so that what is kept under it cannot have been made for another.
        if (req.http.host != req.http.x-edge-site) {
            return (synth(421, "Misdirected Request"));
        }
        unset req.http.x-edge-site;
    }
    set req.backend_hint = origins.backend();
    std.collect(req.http.cookie, "; ");
    std.collect(req.http.accept);

    # What is one reader's, the owner's or a program's passes through, and is looked up nowhere.
    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    if (req.http.cookie ~ "ninefold\.sid=" || req.http.authorization) {
        return (pass);
    }
    if (req.url ~ "^/+(api|admin|mcp|metrics|healthz|readyz|preview|shared|subscribe|subscription|search)([/?]|$)") {
        return (pass);
    }

    call ninefold_reduce;
    set req.http.x-edge-kept = "1";
    # A page that has ended is asked for anew before it is shown, unless the server is away; then a day old will do.
    if (std.healthy(req.backend_hint) && !req.http.x-edge-last-resort) {
        set req.grace = 0s;
    } else {
        set req.grace = 1d;
    }
    return (hash);
}

# Who asks. A reader can write any address into a header.
sub ninefold_caller {
    if (client.ip ~ terminators) {
        # Varnish has added the terminator itself, behind the reader it has named.
        set req.http.x-forwarded-for = regsub(req.http.x-forwarded-for, ",\s*[^,]+$", "");
    } else {
        set req.http.x-forwarded-for = client.ip;
        set req.http.x-forwarded-proto = "http";
    }
    unset req.http.forwarded;
    unset req.http.x-forwarded-host;
    unset req.http.x-real-ip;
}

# The server says what has changed. Readers come through the terminator, from the same address: only the token tells.
sub ninefold_purge {
    if (!req.http.x-edge-token || req.http.x-edge-token == "" || req.http.authorization != "Bearer " + req.http.x-edge-token) {
        return (synth(403, "Forbidden"));
    }
    if (!req.http.surrogate-key) {
        return (synth(400, "Bad Request"));
    }
    if (req.http.fastly-soft-purge) {
        # Asked for anew at the next request, and there still for when the server is away.
        set req.http.x-edge-dropped = xkey.softpurge(req.http.surrogate-key);
    } else {
        # Taken down: not shown again, whatever happens.
        set req.http.x-edge-dropped = xkey.purge(req.http.surrogate-key);
    }
    return (synth(200, "Dropped"));
}

# All a kept answer depends on beside its address: Markdown or not, AVIF or not.
sub ninefold_reduce {
    unset req.http.cookie;
    # Where somebody came from, for their statistics.
    set req.url = regsuball(req.url, "([?&])(utm_[a-z]+|fbclid|gclid|mc_cid|mc_eid)=[^&]*", "\1");
    set req.url = regsub(regsub(regsuball(req.url, "&&+", "&"), "\?&+", "?"), "[?&]+$", "");
    if (req.url ~ "^/(assets|uploads|og)/") {
        set req.url = regsub(req.url, "\?.*$", "");
        if (req.http.accept ~ "\bimage/avif\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))" && req.url ~ "\.webp$") {
            set req.http.accept = "image/avif";
        } else {
            unset req.http.accept;
        }
    } elsif (req.url ~ "^/post/" && req.http.accept ~ "(?i)^\s*text/markdown\s*(,|$)") {
        set req.http.accept = "text/markdown";
    } elsif (req.url ~ "^/post/" && req.http.accept ~ "(?i)text/markdown") {
        # Weighed against HTML: the server decides, for this one request.
        return (pass);
    } else {
        set req.http.accept = "text/html";
    }
    if (req.http.x-edge-last-resort == "2") {
        call ninefold_simplest;
    }
}

# Any form of what was asked for, where nothing else is there: the page without a query that means nothing to it, the
# picture every browser can show.
sub ninefold_simplest {
    if (req.url ~ "^/(assets|uploads|og)/") {
        unset req.http.accept;
    } else {
        set req.http.accept = "text/html";
        if (req.url !~ "[?&](page|category)=") {
            set req.url = regsub(req.url, "\?.*$", "");
        }
    }
}

sub vcl_miss {
    # As the first last resort another reader is asked, where there is one.
    if (req.http.x-edge-last-resort == "2") {
        return (synth(503, "Away"));
    }
}

sub vcl_backend_fetch {
    if (bereq.uncacheable && bereq.url ~ "^/+(api|mcp)([/?]|$)") {
        # An answer of a model takes its time. Streams send a line every fifteen seconds.
        set bereq.first_byte_timeout = 300s;
        set bereq.between_bytes_timeout = 60s;
    }
}

# Not remembered, not even as not to be kept: what is there from before would be hidden behind it.
sub ninefold_failed {
    set beresp.http.x-edge-failed = "1";
    set beresp.ttl = 0s;
    set beresp.grace = 0s;
    set beresp.keep = 0s;
}

# Kept is what the server has said may be kept, and nothing else.
sub vcl_backend_response {
    unset beresp.http.x-edge-failed;
    set beresp.grace = 0s;
    set beresp.keep = 0s;
    if (bereq.uncacheable) {
        return (deliver);
    }
    if (beresp.status >= 500) {
        call ninefold_failed;
        return (deliver);
    }
    if (beresp.status != 200 || beresp.http.set-cookie || beresp.http.cache-control !~ "(?i)^\s*public\b" ||
        beresp.http.cache-control ~ "(?i)private|no-store" || beresp.http.cdn-cache-control ~ "(?i)no-store") {
        call ninefold_not_kept;
    } elsif (beresp.http.cdn-cache-control ~ "(?i)max-age=[1-9]") {
        # A page: dropped by its tags, as soon as something of it changes.
        set beresp.http.xkey = beresp.http.surrogate-key;
        call ninefold_kept;
    } elsif (beresp.http.cache-control ~ "(?i)max-age=[1-9]" && bereq.url ~ "^/[A-Za-z0-9_/.-]+$" && bereq.url !~ "//|/\.") {
        # A file, under the one address it has. Asked after every ten minutes, in case the owner has taken it away.
        call ninefold_kept;
    } else {
        call ninefold_not_kept;
    }
    return (deliver);
}

sub ninefold_kept {
    set beresp.ttl = 600s;
    set beresp.grace = 1d;
}

sub ninefold_not_kept {
    set beresp.uncacheable = true;
    set beresp.ttl = 10s;
}

sub vcl_backend_error {
    # What is kept nowhere another reader may answer; more than once, for requests beside this one turn the turn on, and it may
    # come back to the dead one. What changes something is sent once: it may have been done.
    if ((bereq.uncacheable || bereq.http.x-edge-last-resort == "1") && bereq.retries < 3 &&
        (bereq.method == "GET" || bereq.method == "HEAD")) {
        return (retry);
    }
    call ninefold_failed;
    return (deliver);
}

sub vcl_deliver {
    if (resp.http.x-edge-failed) {
        if (req.http.x-edge-kept && !req.http.x-edge-last-resort) {
            set req.http.x-edge-last-resort = "1";
            return (restart);
        }
        if (req.http.x-edge-kept && req.http.x-edge-last-resort == "1") {
            set req.http.x-edge-last-resort = "2";
            return (restart);
        }
        return (synth(503, "Away"));
    }
    unset resp.http.xkey;
    unset resp.http.surrogate-key;
    unset resp.http.cache-tag;
    unset resp.http.cdn-cache-control;
    unset resp.http.via;
    unset resp.http.x-varnish;
}

sub vcl_synth {
    set resp.http.cache-control = "no-store";
    set resp.http.x-content-type-options = "nosniff";
    if (req.method == "PURGE") {
        set resp.http.x-edge-dropped = req.http.x-edge-dropped;
        set resp.body = "";
        return (deliver);
    }
    if (resp.status != 503) {
        set resp.http.content-type = "text/plain; charset=utf-8";
        set resp.body = resp.reason;
        return (deliver);
    }
    set resp.reason = "Service Unavailable";
    set resp.http.retry-after = "5";
    if (req.url ~ "^/+(api|mcp)([/?]|$)") {
        set resp.http.content-type = "application/json; charset=utf-8";
        set resp.body = """{"code":"origin_away","message":"The site cannot be reached just now. Try again in a few minutes."}""";
        return (deliver);
    }
    if (req.method != "GET" && req.method != "HEAD") {
        set req.http.x-edge-words = "The site does not answer just now, and has not taken in what you sent. Go back in your browser: what you typed is still in the form. Send it again in a few minutes.";
    } elsif (req.url ~ "^/+search([/?]|$)") {
        set req.http.x-edge-words = "The search does not answer just now. What you have read here before can still be read. Try again in a few minutes.";
    } else {
        set req.http.x-edge-words = "This page cannot be shown just now. Try again in a few minutes.";
    }
    set resp.http.content-type = "text/html; charset=utf-8";
    set resp.http.content-security-policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
    set resp.body = """<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Not just now</title><style>:root{color-scheme:light dark}body{font:1.125rem/1.6 Georgia,serif;max-width:34rem;margin:20vh auto;padding:0 1.5rem}</style></head><body><h1>Not just now</h1><p>""" + req.http.x-edge-words + """</p><p><a href="/">Back to the front page</a></p></body></html>""";
    return (deliver);
}
