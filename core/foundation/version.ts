// The version of the service.
import { createRequire } from 'node:module'

/** The version of the package, for example `1.2.3`. */
export function getCoreVersion(): string {
  return (createRequire(import.meta.url)('../../../package.json') as { readonly version: string }).version
}
