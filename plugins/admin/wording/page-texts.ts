// Texts of the pages without script, in the languages of the admin.
import type { AdminLanguage } from '#core/surface.js'
import de from '../../../messages/admin-pages.de.json' with { type: 'json' }
import en from '../../../messages/admin-pages.en.json' with { type: 'json' }

export type AdminPageTexts = Readonly<Record<keyof typeof en, string>>

const textsByLanguage: Readonly<Record<AdminLanguage, AdminPageTexts>> = { en, de }

export const getPageTexts = (language: AdminLanguage): AdminPageTexts => textsByLanguage[language]
