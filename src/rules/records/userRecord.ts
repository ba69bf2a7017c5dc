import { unixSeconds } from '../signing/timestamp.ts';

export interface LinkedUser {
  openId: string;
  nickname: string;
  avatar: string;
  member: boolean;
}

/** The `resource` of the base-info response (specification, User info record), ready to be signed. */
export function userRecord(user: LinkedUser, now: Date) {
  return {
    avatar: user.avatar,
    member: user.member ? 1 : 0,
    nickname: user.nickname,
    open_id: user.openId,
    timestamp: unixSeconds(now),
  };
}
