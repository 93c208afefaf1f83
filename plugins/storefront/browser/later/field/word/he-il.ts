// Which files a field takes, in Hebrew.

export const allowedFiles = (extensions: string, megabytes: string): string => `מותר: ${extensions}, עד ${megabytes} MB`
