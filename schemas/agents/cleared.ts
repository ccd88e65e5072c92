/** Fields of changes that null clears. */
import { type TSchema, Type } from 'typebox';
import { nullable } from '../shapes.js';

/** Omitted, the field keeps its value, null clears it. */
export const orCleared = <T extends TSchema>(schema: T) => Type.Optional(nullable(schema));
