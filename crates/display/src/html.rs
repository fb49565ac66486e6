//! What pages and pictures share.

/// The style sheet of a page with charts, light or dark as the reader's system is.
pub const STYLE: &str = "
:root { --ground:#fbfaf7; --ink:#24211c; --faint:#8a857a; --line:#dcd7cc; --card:#ffffff;
  --c0:#0b6e99; --c1:#c2571a; --c2:#3d7a37; --c3:#8a4fa3; --c4:#b3261e; --c5:#6b6b00; --c6:#00706b; --c7:#5f5f5f; }
@media (prefers-color-scheme: dark) { :root { --ground:#1b1a18; --ink:#ece7dd; --faint:#9c968a; --line:#3a3732; --card:#24221f;
  --c0:#6cc4ec; --c1:#f2a06b; --c2:#8fd087; --c3:#cfa3e3; --c4:#f28b82; --c5:#d6d26a; --c6:#6fd6cf; --c7:#b5b5b5; } }
body { background:var(--ground); color:var(--ink); font:16px/1.5 system-ui,sans-serif; margin:0 auto; padding:1.5rem; max-width:60rem; }
h1 { font-size:1.9rem; } h2 { margin-top:3rem; border-top:1px solid var(--line); padding-top:1.5rem; } h3 { margin:1.8rem 0 .4rem; font-size:1.05rem; }
p.source, p.note { color:var(--faint); margin:.3rem 0 1rem; } nav a { margin-right:1rem; } a { color:var(--c0); }
.wide { overflow-x:auto; } table { border-collapse:collapse; font-variant-numeric:tabular-nums; font-size:.9rem; }
th,td { padding:.25rem .8rem; border-bottom:1px solid var(--line); text-align:right; } th:first-child,td:first-child { text-align:left; }
svg { width:100%; min-width:34rem; height:auto; background:var(--card); border:1px solid var(--line); border-radius:8px; }
svg text { fill:var(--ink); font:12px system-ui,sans-serif; } svg .grid { stroke:var(--line); }
";

/// Text as it stands in HTML and SVG.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
