// What our own pages may load and run: nothing inline, nothing from elsewhere.

/** The Content-Security-Policy of a page; how it may be framed is the page's own to say. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
].join('; ')
