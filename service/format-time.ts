// Times as the API shows them.

export const formatTime = (at: number): string => new Date(at).toISOString()

export const formatTimeOrNull = (at: number | null | undefined): string | null => (at == null ? null : formatTime(at))
