// Which files a field takes, in English.

export const allowedFiles = (extensions: string, megabytes: string): string => `Allowed: ${extensions}, up to ${megabytes} MB`
