// The parts of the admin for notifications, in one script that is loaded with the first of them.
export { MissingNotificationsNotice } from './missing-notifications.js'
export { NotificationPreviewDialog } from './preview-dialog.js'
export { TemplateControl } from './template-control.js'
