// Revokes a token at once, in every process of the service.
import { id } from '#core/surface.js'
import { defineCliCommand, withoutStarts } from '../command.js'

export const tokenRevoke = defineCliCommand({
  name: 'svc:token:revoke',
  description: 'Revokes a token immediately. It stays in the list.',
  positional: ['id'],
  options: { id: id('The id that svc:token:list shows', { required: true }) },
  examples: ['svc:token:revoke 3'],
  text: ({ id: tokenId }: { readonly id: number; readonly revoked: boolean }) => `Token ${tokenId} is revoked.`,
  async run({ open, options }) {
    const app = await open(withoutStarts)
    await app.access.tokens.revoke(options.id)
    return { id: options.id, revoked: true }
  },
})
