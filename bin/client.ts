// The typed clients of the package, for core and the built-in plugins: REST (`createClient`) and shop (`createShopClient`).
export * from '../generated/client/client.js'
export * from '../generated/client/shop.js'
// Both clients declare these two. A problem of the shop has no list of errors.
export type { Problem, ValidationIssue } from '../generated/client/client.js'
