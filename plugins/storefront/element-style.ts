// How the shop's pages dress the elements: they pass the theme's colours on, and give parts of the elements more room.
export const elementStyle = `
[api] {
  --svc-accent: var(--accent); --svc-accent-ink: var(--accent-ink); --svc-ink: var(--ink); --svc-muted: var(--muted); --svc-line: var(--line);
  --svc-edge: var(--edge); --svc-ground: var(--ground); --svc-panel: var(--panel); --svc-alert: var(--alert); --svc-good: var(--good);
  --svc-radius: var(--radius);
}
[api]::part(price-box), [api]::part(card) { border-color: transparent; border-radius: calc(var(--radius) * 1.5); padding: clamp(1.1rem, 2vw, 1.6rem); }
[api]::part(amount) { letter-spacing: -0.02em; }
[api]::part(big) { min-height: 3.25rem; padding-inline: 1.75rem; }
`
