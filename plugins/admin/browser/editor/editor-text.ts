// Texts of the editors, loaded together with them.
import en from '../../../../messages/admin-editor.en.json' with { type: 'json' }
import { createTextReader } from '../wording/text.js'

export type EditorTextKey = keyof typeof en

export const tEditor = await createTextReader<keyof typeof en>(en, {
  de: () => import('../../../../messages/admin-editor.de.json', { with: { type: 'json' } }),
  he: () => import('../../../../messages/admin-editor.he.json', { with: { type: 'json' } }),
})
