// Adds the default notifications that a shop lacks.
import { addMissingNotifications } from '../commerce/notification/default-notifications.js'
import { formatCallerName } from '../foundation/access.js'
import { ServiceContext } from '../storage/service-context.js'
import { defineAction } from './define-action.js'

export const addDefaultNotifications = defineAction({
  name: 'add-default-notifications',
  description:
    'Adds a notification with default texts for every status that has none, in the languages of the shop. ' +
    'Existing notifications are not changed.',
  input: {},
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['store:write'] },
  where: 'commerce',
  // Not a tool, because each tool lengthens every conversation. Assistants can create notifications as records.
  tool: false,
  command: 'svc:notification:defaults',
  example: {},
  run: async ({ context, caller }): Promise<{ readonly added: readonly string[] }> => ({
    added: await addMissingNotifications(new ServiceContext(context, { author: formatCallerName(caller) })),
  }),
})
