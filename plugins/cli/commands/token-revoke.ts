// Ends a token at once, in every process of the service.
import { id } from '#core/model/properties/id.js'
import { type CliCommand, openOnly } from '../command.js'

export const tokenRevoke: CliCommand = {
  name: 'svc:token:revoke',
  description: 'Ends a token at once; it stays in the list.',
  positional: ['id'],
  options: { id: id('The id that svc:token:list shows', { required: true }) },
  examples: ['svc:token:revoke 3'],
  text: (result) => `Token ${(result as { readonly id: number }).id} is revoked.`,
  async run({ open, options }) {
    const given = options['id'] as number
    const app = await open(openOnly)
    await app.tokens.revoke(given)
    return { id: given, revoked: true }
  },
}
