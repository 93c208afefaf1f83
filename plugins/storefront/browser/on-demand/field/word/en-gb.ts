// The text about allowed file types and sizes, in English.

export const allowedFiles = (extensions: string, megabytes: string): string => `Allowed: ${extensions}, up to ${megabytes} MB`
