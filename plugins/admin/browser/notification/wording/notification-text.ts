// Texts of the list and the editor of notifications, loaded together with them.
import de from '../../../../../messages/admin-notifications.de.json' with { type: 'json' }
import en from '../../../../../messages/admin-notifications.en.json' with { type: 'json' }
import { createTextReader } from '../../wording/text.js'

export type NotificationTextKey = keyof typeof en
export const tNotification = createTextReader<NotificationTextKey>({ en, de })
