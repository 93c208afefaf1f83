// Lists all tokens, revoked and expired ones included, without their secrets.
import type { TokenSummary } from '#core/surface.js'
import { defineCliCommand, withoutStarts } from '../command.js'
import { formatResult } from '../result-format.js'

export const tokenList = defineCliCommand({
  name: 'svc:token:list',
  description: 'Lists all tokens with their scopes, expiry and last use. Secrets are not shown.',
  examples: ['svc:token:list', 'svc:token:list --json'],
  text: (result: readonly TokenSummary[]) => (result.length === 0 ? 'There are no tokens.' : formatResult(result)),
  async run({ open }) {
    return (await open(withoutStarts)).access.tokens.list()
  },
})
