/** The script of a page that shares a lesson: nothing is set up or drawn there. */
import lesson from "../lesson";
import { openPage } from "../page";
import { bring } from "../parts";
import picture from "../picture";

bring({ lesson, picture });
void openPage();
