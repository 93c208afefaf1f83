// Texts of the workshop, loaded together with it.
import en from '../../../../messages/admin-workshop.en.json' with { type: 'json' }
import { createTextReader } from '../wording/text.js'

export const tWorkshop = await createTextReader<keyof typeof en>(en, {
  de: () => import('../../../../messages/admin-workshop.de.json', { with: { type: 'json' } }),
  he: () => import('../../../../messages/admin-workshop.he.json', { with: { type: 'json' } }),
})
