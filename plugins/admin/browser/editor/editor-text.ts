// Texts of the editors, loaded together with them.
import de from '../../../../messages/admin-editor.de.json' with { type: 'json' }
import en from '../../../../messages/admin-editor.en.json' with { type: 'json' }
import { createTextReader } from '../wording/text.js'

export type EditorTextKey = keyof typeof en

export const tEditor = createTextReader<keyof typeof en>({ en, de })
