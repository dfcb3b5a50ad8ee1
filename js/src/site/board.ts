/** The script of all pages of a site that have a board. Its settings say which kind the page is. */
import "../page/game_page";
import "../page/lesson_page";
import "./puzzles";
